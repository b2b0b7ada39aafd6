import { type ContributionProps, ResourceList, Row, useTexts } from '@patchbay/console-kit';
import { useBulkContact } from '../contact/use-bulk-contact.tsx';
import { useControllerColumns } from './controller-columns.tsx';
import { texts } from './texts.ts';
import { useNewController } from './use-new-controller.tsx';

/** Controllers of one site. */
export default function SiteControllers({ site_id }: ContributionProps['site.tab']) {
  const t = useTexts(texts);
  const bulk = useBulkContact();
  const adding = useNewController(site_id);
  return (
    <>
      <ResourceList
        path="/controllers"
        query={{ site_id }}
        label={t.controllers}
        columns={useControllerColumns({ hasSite: false })}
        sort="name"
        prefix="controllers_"
        rowHref={({ id }) => `/controllers/${id}`}
        nameOf={({ name }) => name}
        bulk={bulk.actions}
        live={['controller.status.changed', 'gateway.sync.completed']}
        exportName="controllers"
        empty={{ title: t.empty, hint: t.empty_hint }}
      />
      <Row>{adding.button}</Row>
      {bulk.dialogs}
      {adding.dialogs}
    </>
  );
}
