import {
  Dialog,
  ErrorNotice,
  Facts,
  Json,
  LinkButton,
  Loading,
  Notice,
  type RowOf,
  SiteLink,
  Stack,
  Time,
  useRows,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { Causes } from './causes.tsx';
import { texts } from './texts.ts';
import { WhyNotChoice } from './why-not-choice.tsx';

type Event = RowOf<'/events'>;

export interface EventDrawerProps {
  readonly event_id: string;
  close(): void;
}

/** One event with its payload, its causes, and what did not answer it. */
export function EventDrawer({ event_id, close }: EventDrawerProps) {
  const t = useTexts(texts);
  const { rows, read } = useRows('/events', { search: event_id, per_page: '1' });
  const [event] = rows;
  return (
    <Dialog title={event?.event_type ?? t.event} isOpen onClose={close} isDrawer>
      {event !== undefined ? (
        <EventDetails event={event} />
      ) : read.error !== null ? (
        <ErrorNotice error={read.error} />
      ) : read.isPending ? (
        <Loading />
      ) : (
        <Notice kind="warning">{t.gone}</Notice>
      )}
    </Dialog>
  );
}

function EventDetails({ event }: { readonly event: Event }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (
    <Stack>
      <Facts
        facts={[
          [t.time, <Time key="time" at={event.occurred_at} form="full" />],
          [t.category, event.category],
          [t.priority, event.priority],
          event.site_id === null ? null : [t.site, <SiteLink key="site" site_id={event.site_id} />],
          [t.id, <code key="id">{event.id}</code>],
          [t.cursor, event.cursor],
        ]}
      />
      {mayCall('POST', '/fabric/connections') ? (
        <div>
          <LinkButton to="/connections/new" search={{ event: event.event_type }}>
            {t.effects}
          </LinkButton>
        </div>
      ) : null}
      <Json value={event.payload} label={t.payload} />
      <section aria-label={t.causes}>
        <h3>{t.causes}</h3>
        <Causes ids={event.causation} />
      </section>
      {mayCall('GET', '/fabric/why-not') ? (
        <section aria-label={t.why_not}>
          <h3>{t.why_not}</h3>
          <WhyNotChoice event_id={event.id} />
        </section>
      ) : null}
    </Stack>
  );
}
