import {
  call,
  defineTexts,
  type InboxAction,
  type InboxQueueProps,
  type InboxRow,
  type RowOf,
  refresh,
  useInboxReport,
  useRows,
  useSession,
  useTexts,
} from '@patchbay/console-kit';

const texts = defineTexts({
  en: {
    failed: 'Failed execution',
    paused: 'Paused rule',
    rule: 'A rule',
    replay: 'Replay',
    replayed: 'The execution is replayed.',
    dismiss: 'Dismiss',
    dismissed: 'Execution dismissed.',
    dismiss_question: 'Dismiss this failed execution? It cannot be replayed then.',
  },
  de: {
    failed: 'Fehlgeschlagener Lauf',
    paused: 'Pausierte Regel',
    rule: 'Eine Regel',
    replay: 'Wiederholen',
    replayed: 'Der Lauf wird wiederholt.',
    dismiss: 'Entfernen',
    dismissed: 'Lauf entfernt.',
    dismiss_question: 'Diesen fehlgeschlagenen Lauf entfernen? Er lässt sich dann nicht mehr wiederholen.',
  },
});

const MOST = '100';
/** Failed executions are told by no event that everybody may hear. */
const EVERY_MS = 20_000;

type Execution = RowOf<'/automation/dead-letters'>;
type Rule = RowOf<'/automation/rules'>;

export default function ExecutionsQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const live = { live: ['automation.**'], everyMs: EVERY_MS };
  const executions = useRows('/automation/dead-letters', { per_page: MOST, sort: '-created_at' }, {}, live);
  const rules = useRows('/automation/rules', { per_page: MOST }, {}, live);
  const actionsOf = useActionsOf();
  const nameOf = (id: string) => rules.rows.find((each) => each.id === id)?.name ?? t.rule;
  const failed = (execution: Execution): InboxRow => ({
    id: execution.id,
    state: 'failed',
    kind: t.failed,
    title: nameOf(execution.rule_id),
    detail: execution.reason,
    at: execution.finished_at ?? execution.created_at,
    href: `/rules/${execution.rule_id}`,
    actions: actionsOf(execution.id),
  });
  const paused = ({ id, name, paused_reason, updated_at }: Rule): InboxRow => ({
    id: `paused ${id}`,
    state: 'failed',
    kind: t.paused,
    title: name,
    detail: paused_reason,
    at: updated_at,
    href: `/rules/${id}`,
    actions: [],
  });
  useInboxReport(
    { report },
    {
      rows: [
        ...executions.rows.map(failed),
        ...rules.rows.filter((each) => each.paused_reason !== null).map(paused),
      ],
      isLoading: executions.read.isPending || rules.read.isPending,
      error: executions.read.error ?? rules.read.error,
      more: { amount: Math.max(0, executions.total - executions.rows.length), href: '/rules' },
    },
  );
  return null;
}

async function done(): Promise<undefined> {
  refresh('/automation');
  return undefined;
}

function useActionsOf(): (execution_id: string) => readonly InboxAction[] {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (execution_id) => {
    const path = { execution_id };
    const replay: InboxAction = {
      key: 'approve',
      label: t.replay,
      done: t.replayed,
      run: () => call('POST', '/automation/dead-letters/{execution_id}/replay', { path }).then(done),
    };
    const dismiss: InboxAction = {
      key: 'dismiss',
      label: t.dismiss,
      done: t.dismissed,
      confirm: t.dismiss_question,
      run: () => call('DELETE', '/automation/dead-letters/{execution_id}', { path }).then(done),
    };
    return [
      ...(mayCall('POST', '/automation/dead-letters/{execution_id}/replay') ? [replay] : []),
      ...(mayCall('DELETE', '/automation/dead-letters/{execution_id}') ? [dismiss] : []),
    ];
  };
}
