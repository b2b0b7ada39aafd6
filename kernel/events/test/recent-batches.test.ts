import t from 'tap';
import type { LoggedEvent } from '../define-event.ts';
import { RecentBatches } from '../delivery/recent-batches.ts';

const event = (cursor: number): LoggedEvent => ({
  id: `event-${cursor}`,
  cursor,
  organization_id: 'o1',
  site_id: null,
  event_type: 'site.created',
  category: 'inventory',
  priority: 'normal',
  payload: {},
  causation: [],
  occurred_at: '2026-01-01T00:00:00.000000Z',
});

t.test('a batch is found by exactly its ends', async (t) => {
  const recent = new RecentBatches();
  const batch = [event(3), event(4), event(5)];
  recent.note(batch);
  t.equal(recent.find(3, 5), batch);
  t.equal(recent.find(3, 4), undefined);
  recent.note([]);
  recent.clear();
  t.equal(recent.find(3, 5), undefined);
});

t.test('only the last few are kept', async (t) => {
  const recent = new RecentBatches();
  t.teardown(() => recent.clear());
  for (let cursor = 1; cursor <= 6; cursor += 1) recent.note([event(cursor)]);
  t.equal(recent.find(2, 2), undefined);
  t.ok(recent.find(3, 3));
  t.ok(recent.find(6, 6));
});
