import type { LoggedEvent, Pattern } from '@patchbay/kernel/events';
import { parsePattern, patternMatches } from '@patchbay/kernel/events';
import t from 'tap';
import { eventFrame } from '../services/frames.ts';
import { type SessionHost, StreamSession } from '../services/stream-session.ts';

const ORGANIZATION = '0199aa00-0000-7000-8000-000000000001';
const OPEN = '0199aa00-0000-7000-8000-00000000000a';
const SHUT = '0199aa00-0000-7000-8000-00000000000b';
const eventOf = (cursor: number, event_type: string): LoggedEvent =>
  ({
    id: `0199aa00-0000-7000-8000-${String(cursor).padStart(12, '0')}`,
    cursor,
    organization_id: ORGANIZATION,
    site_id: null,
    event_type,
    category: 'site',
    priority: 'normal',
    payload: {},
    causation: [],
    occurred_at: '2026-01-01T00:00:00Z',
  }) as LoggedEvent;

/** A session whose replay reads what `log` holds when `whileReading` has run. */
function session(log: LoggedEvent[], whileReading: () => void = () => {}) {
  const frames: { type: string; cursor?: number; site_ids?: readonly string[] }[] = [];
  const subscribed: Pattern[] = [];
  const principal = { organization_id: ORGANIZATION, site_ids: null };
  const host = {
    rules: {
      available: () => [],
      granted: (_: unknown, text: string) => parsePattern(text),
      mayHear: () => true,
    },
    database: {
      read: async () => {
        await Promise.resolve();
        whileReading();
        return { rows: [...log].reverse(), newest: log.at(-1)?.cursor ?? 0 };
      },
    },
    subscribed: (_: unknown, pattern: Pattern) => subscribed.push(pattern),
    unsubscribed: () => {},
    left: () => {},
    visibleSites: async (_: unknown, site_ids: readonly string[]) => site_ids.filter((id) => id === OPEN),
  };
  const connection = {
    principal,
    send: (frame: { type: string }) => frames.push(frame),
    sendText: (text: string) => frames.push(JSON.parse(text)),
  };
  const made = new StreamSession(connection as never, host as unknown as SessionHost);
  const live = (event: LoggedEvent): void => {
    if (subscribed.some((pattern) => patternMatches(pattern, event.event_type)))
      made.deliver(event, () => eventFrame(event));
  };
  const cursors = (): (number | undefined)[] =>
    frames.filter(({ type }) => type === 'event').map(({ cursor }) => cursor);
  return { made, live, cursors, frames };
}

t.test('an event of an older subscription that comes during a replay is not lost', async (t) => {
  const log = [eventOf(1, 'site.created')];
  const world = session(log, () => {
    const late = eventOf(2, 'device.updated');
    log.push(late);
    world.live(late);
  });
  await world.made.message({ type: 'subscribe', subscriptions: ['device.updated'] });
  await world.made.message({ type: 'subscribe', subscriptions: ['site.created'], since: 0 });
  t.same(world.cursors(), [1, 2]);
});

t.test('an event that a replay handed over is not handed over again when it comes live', async (t) => {
  const log = [eventOf(1, 'site.created')];
  const late = eventOf(2, 'site.created');
  const world = session(log, () => void log.push(late));
  await world.made.message({ type: 'subscribe', subscriptions: ['site.created'], since: 0 });
  world.live(late);
  t.same(world.cursors(), [1, 2]);
});

t.test(
  'an empty list of sites only ever takes the filter away: refused sites leave it as it was',
  async (t) => {
    const { made, live, cursors, frames } = session([]);
    await made.message({ type: 'subscribe', subscriptions: ['site.created'] });
    const at = (cursor: number, site_id: string) => ({ ...eventOf(cursor, 'site.created'), site_id });
    const set = async (...site_ids: readonly string[]) => made.message({ type: 'set_filters', site_ids });
    await set(OPEN.toUpperCase(), OPEN);
    for (const site_ids of [[SHUT], [OPEN, SHUT]])
      await t.rejects(set(...site_ids), { message: /No such site/ });
    live(at(1, OPEN));
    live(at(2, SHUT));
    await set();
    live(at(3, SHUT));
    t.same(cursors(), [1, 3]);
    t.same(
      frames.flatMap(({ type, site_ids }) => (type === 'filters_set' ? [site_ids] : [])),
      [[OPEN], []],
    );
  },
);
