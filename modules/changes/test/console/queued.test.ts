import t from 'tap';
import { diffText, reasonOf } from '../../console/inbox/queued.ts';
import { idsOf, moved } from '../../console/sets/reorder.ts';
import { type Change, featureWords, objectOf } from '../../console/what.ts';

const change = (facts: Partial<Change> = {}): Change => ({
  id: 'c1',
  organization_id: 'o1',
  controller_id: 'r1',
  site_id: 's1',
  vendor: 'acme',
  area: 'network',
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  target_name: null,
  payload: {},
  notes: null,
  staged_by: 'author',
  status: 'pending',
  risk: 'normal',
  diff: [],
  diff_base: 'live',
  stale: false,
  last_outcome: null,
  last_error: null,
  approvals: { required: 0, given: 0, votes: [] },
  confirm: null,
  warnings: [],
  conflicts: [],
  reverts: null,
  applied_at: null,
  applied_by: null,
  discarded_at: null,
  discarded_by: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...facts,
});

const vote = (user_id: string, decision: 'approve' | 'reject') => ({
  user_id,
  decision,
  comment: null,
  at: '2026-01-01T00:00:00Z',
});

t.test('a change waits for those who can do something about it', async (t) => {
  const needed = { required: 1, given: 0, votes: [] };
  t.equal(reasonOf(change(), 'viewer'), 'staged');
  t.equal(reasonOf(change({ approvals: needed }), 'viewer'), 'approval');
  t.equal(reasonOf(change({ approvals: needed }), 'author'), null, 'the author does not vote');
  t.equal(reasonOf(change({ approvals: { ...needed, given: 1 } }), 'viewer'), 'staged');
  const two = { required: 2, given: 1, votes: [vote('viewer', 'approve')] };
  t.equal(reasonOf(change({ approvals: two }), 'viewer'), null, 'it waits for another now');
  t.equal(reasonOf(change({ approvals: { ...needed, votes: [vote('other', 'reject')] } }), 'viewer'), null);
  t.equal(reasonOf(change({ last_outcome: 'awaiting_confirmation' }), 'viewer'), 'unconfirmed');
  t.equal(reasonOf(change({ last_outcome: 'running' }), 'viewer'), null);
  t.equal(reasonOf(change({ last_outcome: 'unknown' }), 'viewer'), 'unknown');
  t.equal(reasonOf(change({ status: 'applied' }), 'viewer'), null);
});

t.test('a row tells the first fields that change', async (t) => {
  const entry = (field: string) => ({ field, before: 'a', after: 'b' });
  t.equal(diffText(change({ diff: [entry('x')] })), 'x: a → b');
  t.equal(diffText(change({ diff: [entry('x')], operation: 'create' })), 'x: b');
  t.equal(diffText(change({ diff: ['w', 'x', 'y', 'z'].map(entry) }))?.endsWith('· …'), true);
  const hidden = { field: 'key', before: '[redacted]', after: 'secret: will change' };
  t.equal(diffText(change({ diff: [hidden] })), 'key: [redacted] → …');
  t.equal(diffText(change()), null);
});

t.test('features and objects are called by words', async (t) => {
  t.equal(featureWords('routeros.firewall.filter'), 'firewall filter rule');
  t.equal(featureWords('routeros.interfaces.bridge_port'), 'interfaces bridge port');
  t.equal(featureWords('unifi.wifi.network'), 'Wi-Fi network');
  t.equal(objectOf(change({ target_name: 'guests' })), 'guests');
  t.equal(objectOf(change()), '*1');
  t.equal(objectOf(change({ target_id: '605fc145-38af-4206-95ea-75f63697dd64' })), null);
});

t.test('an order is changed by one entry at a time', async (t) => {
  t.same(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  t.same(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  t.same(moved(['a', 'b'], 1, 2), ['a', 'b']);
  t.same(idsOf('a,b,,a'), ['a', 'b']);
});
