import {
  LinkButton,
  Page,
  ResourceList,
  StatusBadge,
  Time,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { SetProgress } from './set-progress.tsx';
import { texts } from './texts.ts';

const STATUSES = ['draft', 'scheduled', 'running', 'paused', 'finished', 'stopped', 'cancelled'] as const;

export default function SetsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const create = mayCall('POST', '/change-sets') ? (
    <LinkButton to="/change-sets/new" variant="primary">
      {t.new}
    </LinkButton>
  ) : undefined;
  return (
    <Page title={t.sets} summary={t.summary} actions={create}>
      <ResourceList
        path="/change-sets"
        label={t.sets}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'status',
            title: w.status,
            sort: 'status',
            cell: ({ status }) => <StatusBadge status={status} label={t[status]} />,
            text: ({ status }) => status,
          },
          {
            id: 'progress',
            title: t.progress,
            cell: ({ done, total }) => <SetProgress done={done} total={total} />,
            text: ({ done, total }) => `${done}/${total}`,
          },
          {
            id: 'canary',
            title: t.canary,
            align: 'end',
            cell: ({ canary }) => canary,
            text: ({ canary }) => canary,
          },
          {
            id: 'apply_at',
            title: t.apply_at,
            cell: ({ apply_at }) => (apply_at === null ? null : <Time at={apply_at} form="full" />),
            text: ({ apply_at }) => apply_at,
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
            text: ({ created_at }) => created_at,
          },
        ]}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: w.status,
            choices: STATUSES.map((value) => ({ value, label: t[value] })),
          },
          { kind: 'site', key: 'site_id', label: w.site },
        ]}
        sort="-created_at"
        rowHref={({ id }) => `/change-sets/${id}`}
        nameOf={({ name }) => name}
        live={['controller.change_set.*']}
        exportName="change-sets"
        viewsOf="change-sets"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
    </Page>
  );
}
