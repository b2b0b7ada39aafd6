import {
  call,
  defineTexts,
  type InboxAction,
  type InboxQueueProps,
  refresh,
  useInboxReport,
  useRows,
  useSession,
  useTexts,
} from '@patchbay/console-kit';

const texts = defineTexts({
  en: {
    quarantined: 'Plugin in quarantine',
    release: 'Release',
    released: 'Plugin released.',
    question: 'Release this plugin from quarantine?',
  },
  de: {
    quarantined: 'Plugin in Quarantäne',
    release: 'Freigeben',
    released: 'Plugin freigegeben.',
    question: 'Dieses Plugin aus der Quarantäne freigeben?',
  },
});

const RELEASE = '/plugins/{plugin_id}/release';

export default function PluginsQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const { rows, read } = useRows(
    '/plugins',
    { per_page: '100' },
    {},
    { live: ['plugins.plugin.*'], everyMs: 60_000 },
  );
  const release = (plugin_id: string): InboxAction => ({
    key: 'approve',
    label: t.release,
    done: t.released,
    confirm: t.question,
    run: async () => {
      await call('POST', RELEASE, { path: { plugin_id } });
      refresh('/plugins');
      return undefined;
    },
  });
  useInboxReport(
    { report },
    {
      rows: rows
        .filter(({ status }) => status === 'quarantined')
        .map(({ id, name, quarantine_reason, updated_at }) => ({
          id,
          state: 'failed',
          kind: t.quarantined,
          title: name,
          detail: quarantine_reason,
          at: updated_at,
          href: `/plugins/${id}`,
          actions: mayCall('POST', RELEASE) ? [release(id)] : [],
        })),
      isLoading: read.isPending,
      error: read.error,
    },
  );
  return null;
}
