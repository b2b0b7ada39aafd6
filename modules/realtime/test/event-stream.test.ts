import type { Database } from '@patchbay/kernel/database';
import { type LoggedEvent, parsePattern, type SubscriptionRules } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SocketConnection } from '@patchbay/kernel/sockets';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { EventStream } from '../services/event-stream.ts';

const eventOf = (cursor: number, organization_id: string): LoggedEvent => ({
  id: `0199aa00-0000-7000-8000-${String(cursor).padStart(12, '0')}`,
  cursor,
  organization_id,
  site_id: null,
  event_type: 'site.updated',
  category: 'site',
  priority: 'normal',
  payload: {},
  causation: [],
  occurred_at: '2026-01-01T00:00:00Z',
});

const rules = {
  available: () => [],
  granted: (_: unknown, text: string) => parsePattern(text),
  mayHear: () => true,
} as Pick<SubscriptionRules, 'available' | 'granted' | 'mayHear'> as SubscriptionRules;

interface Told {
  readonly type: string;
  readonly cursor?: number;
  readonly from?: number;
  readonly to?: number;
}

/** A reader of everything of its organization; answers the events it got. */
function reader(stream: EventStream, organization_id: string) {
  const frames: Told[] = [];
  const connection = {
    principal: systemPrincipal(organization_id),
    send: (frame: unknown) => frames.push(frame as Told) > 0,
    sendText: (text: string) => frames.push(JSON.parse(text) as Told) > 0,
  };
  const session = stream.open(connection as Partial<SocketConnection> as SocketConnection);
  void session.message({ type: 'subscribe', subscriptions: ['site.updated'] });
  const told = () =>
    frames
      .filter(({ type }) => type === 'event' || type === 'gap')
      .map(({ cursor, from, to }) => cursor ?? { from, to });
  return { session, told };
}

t.test('what does not fit into the queue is told as one gap, in its place', async (t) => {
  const stream = new EventStream(rules, {} as Partial<Database> as Database, 3);
  const [one, other] = [reader(stream, 'one'), reader(stream, 'other')];
  const many = [1, 2, 3, 4, 5, 6].map((cursor) => eventOf(cursor, 'one'));
  stream.publish([...many, eventOf(7, 'other'), eventOf(8, 'one')]);
  await waitFor('the queue to be served', () => other.told().length > 0);
  t.same(one.told(), [1, 2, 3, { from: 4, to: 8 }]);
  t.same(other.told(), [{ from: 7, to: 7 }]);
  stream.publish([eventOf(9, 'one'), eventOf(10, 'other')]);
  await waitFor('the next events', () => other.told().length > 1);
  t.same(one.told().slice(4), [9]);
  t.same(other.told().slice(1), [10]);
});

t.test('a reader who left is told nothing', async (t) => {
  const stream = new EventStream(rules, {} as Partial<Database> as Database, 1);
  const [left, stays] = [reader(stream, 'one'), reader(stream, 'one')];
  left.session.closed();
  stream.publish([1, 2].map((cursor) => eventOf(cursor, 'one')));
  await waitFor('the gap', () => stays.told().length === 2);
  t.same(left.told(), []);
});
