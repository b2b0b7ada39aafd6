import {
  Badge,
  type Column,
  durationText,
  ResourceList,
  Row,
  type RowOf,
  StatusBadge,
  Time,
  useTexts,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { texts } from './texts.ts';

export type RunRow = RowOf<'/fabric/connections/{connection_id}/runs'>;

const EVERY_MS = 5_000;
const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

/** Columns of a list of runs. */
export function useRunColumns(): readonly Column<RunRow>[] {
  const t = useTexts(texts);
  const words = useRunWords();
  return [
    {
      id: 'at',
      title: t.started,
      sort: 'created_at',
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      id: 'status',
      title: t.status,
      cell: ({ status }) => <StatusBadge status={status} label={words.status(status)} />,
      text: ({ status }) => status,
    },
    {
      id: 'kind',
      title: t.kind,
      cell: ({ is_test, shadow, rerun_of }) => (
        <Row>
          {is_test ? <Badge>{t.test}</Badge> : null}
          {shadow ? <Badge kind="accent">{t.shadow}</Badge> : null}
          {rerun_of === null ? null : <Badge>{t.rerun}</Badge>}
        </Row>
      ),
      text: ({ is_test, shadow, rerun_of }) =>
        [is_test ? 'test' : '', shadow ? 'shadow' : '', rerun_of ?? ''].join(' ').trim(),
    },
    {
      id: 'reason',
      title: t.reason,
      cell: ({ reason }) => (reason === null ? null : words.reason(reason)),
      text: ({ reason }) => reason,
    },
    {
      id: 'took',
      title: t.took,
      align: 'end',
      cell: ({ steps }) => durationText(steps.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0)),
    },
  ];
}

/** Runs of a Connection, newest first. */
export function RunsList({ connection_id }: { readonly connection_id: string }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const columns = useRunColumns();
  return (
    <ResourceList
      path="/fabric/connections/{connection_id}/runs"
      parameters={{ connection_id }}
      label={t.runs}
      prefix="run_"
      columns={columns}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t.status,
          choices: STATUSES.map((status) => ({ value: status, label: words.status(status) })),
        },
      ]}
      sort="-created_at"
      rowHref={({ id }) => `/runs/${id}`}
      everyMs={EVERY_MS}
      exportName="runs"
      empty={{ title: t.no_run, hint: t.no_run_hint }}
    />
  );
}
