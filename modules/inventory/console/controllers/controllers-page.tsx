import { Page, ResourceList, useRead, useTexts, words } from '@patchbay/console-kit';
import { useBulkContact } from '../contact/use-bulk-contact.tsx';
import { useControllerColumns } from './controller-columns.tsx';
import { texts } from './texts.ts';
import { useNewController } from './use-new-controller.tsx';

export default function ControllersPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const vendors = useRead('/controllers/vendors', {});
  const bulk = useBulkContact();
  const adding = useNewController();
  return (
    <Page title={t.controllers} summary={t.summary} actions={adding.button}>
      <ResourceList
        path="/controllers"
        label={t.controllers}
        columns={useControllerColumns({ hasSite: true })}
        filters={[
          { kind: 'site', key: 'site_id', label: w.site },
          {
            kind: 'choice',
            key: 'vendor',
            label: t.vendor,
            choices: (vendors.data?.vendors ?? []).map(({ id, title }) => ({ value: id, label: title })),
          },
          {
            kind: 'choice',
            key: 'status',
            label: w.status,
            choices: [
              { value: 'online', label: t.status_online },
              { value: 'unreachable', label: t.status_unreachable },
              { value: 'error', label: t.status_error },
              { value: 'unknown', label: t.status_unknown },
            ],
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/controllers/${id}`}
        nameOf={({ name }) => name}
        bulk={bulk.actions}
        live={['controller.status.changed', 'gateway.sync.completed']}
        exportName="controllers"
        viewsOf="inventory/controllers"
        empty={{ title: t.empty, hint: t.empty_hint, action: adding.button }}
      />
      {bulk.dialogs}
      {adding.dialogs}
    </Page>
  );
}
