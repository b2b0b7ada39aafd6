import {
  Badge,
  type BadgeKind,
  PageLink,
  ResourceList,
  Time,
  useSession,
  useTexts,
  valueText,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

const EVERY_MS = 3_000;
const COLOURS: Readonly<Record<string, BadgeKind>> = { info: 'neutral', warn: 'warning', error: 'bad' };

/** Lines that the plugin wrote for this organization; read anew while they are looked at. */
export function PluginLogs({ plugin_id }: { readonly plugin_id: string }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { sees } = useSession();
  const hasEvents = sees({}, 'fabric');
  return (
    <ResourceList
      path="/plugins/{plugin_id}/logs"
      parameters={{ plugin_id }}
      label={t.logs}
      prefix="l_"
      columns={[
        {
          id: 'time',
          title: w.time,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} form="full" />,
          text: ({ created_at }) => created_at,
        },
        {
          id: 'level',
          title: t.level,
          cell: ({ level }) => <Badge kind={COLOURS[level] ?? 'neutral'}>{t[`level_${level}`]}</Badge>,
          text: ({ level }) => level,
        },
        { id: 'message', title: t.message, cell: ({ message }) => message, text: ({ message }) => message },
        {
          id: 'fields',
          title: t.fields,
          cell: ({ fields }) => <code>{valueText(fields)}</code>,
          text: ({ fields }) => valueText(fields),
        },
        {
          id: 'event',
          title: t.event,
          cell: ({ event_id }) =>
            event_id === null || !hasEvents ? (
              '–'
            ) : (
              <PageLink to="/events" search={{ event: event_id }}>
                {t.show_event}
              </PageLink>
            ),
          text: ({ event_id }) => event_id,
        },
      ]}
      sort="-created_at"
      everyMs={EVERY_MS}
      exportName={`plugin-${plugin_id}-log`}
      empty={{ title: t.no_logs, hint: t.no_logs_hint }}
    />
  );
}
