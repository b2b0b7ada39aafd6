import t from 'tap';
import { PendingEvents, payloadText, withNewer } from '../../console/events/event-buffer.ts';
import { windowOf } from '../../console/events/row-window.ts';
import { subscribedTypes } from '../../console/events/subscribed-types.ts';

const event = (cursor: number) => ({ id: `e${cursor}`, cursor });
const cursors = (events: readonly { readonly cursor: number }[]) => events.map(({ cursor }) => cursor);

t.test('a tail holds the newest first, each once, and never too many', async (t) => {
  const kept = withNewer([event(2), event(1)], [event(3), event(4), event(3), event(2)], 3);
  t.same(cursors(kept), [4, 3, 2]);
  t.equal(withNewer(kept, [event(3)], 3), kept, 'nothing new leaves it as it is');
  t.same(
    cursors(withNewer([event(9), event(7)], [event(8)], 5)),
    [9, 8, 7],
    'a late one stands where it belongs',
  );
});

t.test('what waits is bounded, and counted as a whole', async (t) => {
  const pending = new PendingEvents(2);
  for (const cursor of [1, 2, 3]) pending.add(event(cursor));
  t.equal(pending.count, 3);
  t.same(cursors(pending.take()), [2, 3]);
  t.equal(pending.count, 0);
});

t.test('only rows that can be seen are drawn', async (t) => {
  t.same(windowOf(0, 360, 36, 300), { first: 0, end: 16 });
  t.same(windowOf(3_600, 360, 36, 300), { first: 94, end: 116 });
  t.same(windowOf(99_999, 360, 36, 10), { first: 10, end: 10 });
  t.same(windowOf(0, 360, 36, 0), { first: 0, end: 0 });
});

t.test('types are subscribed to one by one, as many as a socket takes', async (t) => {
  const events = ['device.updated', 'site.created', 'device.status.changed'].map((event_type) => ({
    event_type,
  }));
  t.same(subscribedTypes(events, 'device.**'), ['device.updated', 'device.status.changed']);
  t.equal(subscribedTypes(events, '').length, 3);
  const many = Array.from({ length: 400 }, (_, n) => ({ event_type: `plugin.p${n}.x` }));
  t.equal(subscribedTypes(many, '').length, 150);
});

t.test('a long payload is cut', async (t) => {
  t.equal(payloadText({ a: 1 }), '{"a":1}');
  t.equal(payloadText('x'.repeat(500), 10), '"xxxxxxxxx…');
});
