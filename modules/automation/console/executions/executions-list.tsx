import {
  Badge,
  type Column,
  durationText,
  PageLink,
  ResourceList,
  Row,
  type RowOf,
  StatusBadge,
  Time,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { texts } from './texts.ts';

export type ExecutionRow = RowOf<'/automation/executions'>;

const EVERY_MS = 5_000;
const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

/** Columns of a list of executions; with the rule where they are of several. */
export function useExecutionColumns(hasRule: boolean): readonly Column<ExecutionRow>[] {
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
    ...(hasRule
      ? [
          {
            id: 'rule',
            title: t.rule,
            cell: ({ rule_id }: ExecutionRow) => <RuleName rule_id={rule_id} />,
            text: ({ rule_id }: ExecutionRow) => rule_id,
          },
        ]
      : []),
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
      cell: ({ actions }) =>
        durationText(actions.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0)),
    },
  ];
}

/** Executions of a rule, or of all, newest first. */
export function ExecutionsList({ rule_id }: { readonly rule_id?: string }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const columns = useExecutionColumns(rule_id === undefined);
  return (
    <ResourceList
      path="/automation/executions"
      query={rule_id === undefined ? {} : { rule_id }}
      label={t.executions}
      prefix="execution_"
      columns={columns}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t.status,
          choices: STATUSES.map((status) => ({ value: status, label: words.status(status) })),
        },
        { kind: 'time', key: 'since', label: t.since },
      ]}
      sort="-created_at"
      rowHref={({ id }) => `/executions/${id}`}
      live={['automation.execution.failed']}
      everyMs={EVERY_MS}
      exportName="executions"
      empty={{ title: t.none, hint: t.none_hint }}
    />
  );
}

export function RuleName({ rule_id }: { readonly rule_id: string }) {
  const { data } = useRead('/automation/rules/{rule_id}', { path: { rule_id } });
  return <PageLink to={`/rules/${rule_id}`}>{data?.name ?? rule_id}</PageLink>;
}
