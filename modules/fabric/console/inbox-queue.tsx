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
    failed: 'Failed run',
    paused: 'Paused Connection',
    connection: 'A Connection',
    replay: 'Replay',
    replayed: 'The run is replayed.',
    dismiss: 'Dismiss',
    dismissed: 'Run dismissed.',
    dismiss_question: 'Dismiss this failed run? It cannot be replayed then.',
  },
  de: {
    failed: 'Fehlgeschlagener Lauf',
    paused: 'Pausierte Verknüpfung',
    connection: 'Eine Verknüpfung',
    replay: 'Wiederholen',
    replayed: 'Der Lauf wird wiederholt.',
    dismiss: 'Entfernen',
    dismissed: 'Lauf entfernt.',
    dismiss_question: 'Diesen fehlgeschlagenen Lauf entfernen? Er lässt sich dann nicht mehr wiederholen.',
  },
});

const MOST = '100';
/** Failed runs are told by no event that everybody may hear. */
const EVERY_MS = 20_000;

type Run = RowOf<'/fabric/dead-letters'>;
type Connection = RowOf<'/fabric/connections'>;

export default function RunsQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const live = { live: ['fabric.connection.**'], everyMs: EVERY_MS };
  const runs = useRows('/fabric/dead-letters', { per_page: MOST, sort: '-created_at' }, {}, live);
  const connections = useRows('/fabric/connections', { per_page: MOST }, {}, live);
  const actionsOf = useActionsOf();
  const nameOf = (id: string) => connections.rows.find((each) => each.id === id)?.name ?? t.connection;
  const failed = (run: Run): InboxRow => ({
    id: run.id,
    state: 'failed',
    kind: t.failed,
    title: nameOf(run.connection_id),
    detail: run.reason,
    at: run.finished_at ?? run.created_at,
    href: `/runs/${run.id}`,
    actions: actionsOf(run.id),
  });
  const paused = ({ id, name, paused_reason, updated_at }: Connection): InboxRow => ({
    id: `paused ${id}`,
    state: 'failed',
    kind: t.paused,
    title: name,
    detail: paused_reason,
    at: updated_at,
    href: `/connections/${id}`,
    actions: [],
  });
  useInboxReport(
    { report },
    {
      rows: [
        ...runs.rows.map(failed),
        ...connections.rows.filter((each) => each.paused_reason !== null).map(paused),
      ],
      isLoading: runs.read.isPending || connections.read.isPending,
      error: runs.read.error ?? connections.read.error,
      more: { amount: Math.max(0, runs.total - runs.rows.length), href: '/dead-letters' },
    },
  );
  return null;
}

async function done(): Promise<undefined> {
  refresh('/fabric');
  return undefined;
}

function useActionsOf(): (run_id: string) => readonly InboxAction[] {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (run_id) => {
    const path = { run_id };
    const replay: InboxAction = {
      key: 'approve',
      label: t.replay,
      done: t.replayed,
      run: () => call('POST', '/fabric/dead-letters/{run_id}/replay', { path }).then(done),
    };
    const dismiss: InboxAction = {
      key: 'dismiss',
      label: t.dismiss,
      done: t.dismissed,
      confirm: t.dismiss_question,
      run: () => call('DELETE', '/fabric/dead-letters/{run_id}', { path }).then(done),
    };
    return [
      ...(mayCall('POST', '/fabric/dead-letters/{run_id}/replay') ? [replay] : []),
      ...(mayCall('DELETE', '/fabric/dead-letters/{run_id}') ? [dismiss] : []),
    ];
  };
}
