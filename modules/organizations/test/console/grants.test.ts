import t from 'tap';
import { grantState, grantsOf } from '../../console/site-access/grants.ts';

const NOW_MS = Date.parse('2026-05-01T00:00:00Z');

t.test('each pair of a user and a site is a grant', async (t) => {
  const grants = grantsOf({ user_ids: ['u1', 'u2'], site_ids: ['s1', 's2'], expires_at: null, reason: '' });
  t.same(grants, [
    { user_id: 'u1', site_id: 's1' },
    { user_id: 'u1', site_id: 's2' },
    { user_id: 'u2', site_id: 's1' },
    { user_id: 'u2', site_id: 's2' },
  ]);
  const [one] = grantsOf({
    user_ids: ['u'],
    site_ids: ['s'],
    expires_at: '2026-06-01T00:00:00Z',
    reason: 'x',
  });
  t.match(one, { expires_at: '2026-06-01T00:00:00Z', reason: 'x' });
  t.same(grantsOf({ user_ids: [], site_ids: ['s'], expires_at: null, reason: '' }), []);
});

t.test('a grant holds, ends soon, or has ended', async (t) => {
  const state = (expires_at: string | null, ended_at: string | null = null) =>
    grantState({ expires_at, ended_at }, NOW_MS);
  t.equal(state(null), 'holds');
  t.equal(state('2026-06-01T00:00:00Z'), 'holds');
  t.equal(state('2026-05-03T00:00:00Z'), 'ends_soon');
  t.equal(state('2026-04-30T00:00:00Z'), 'ended');
  t.equal(state(null, '2026-04-30T00:00:00Z'), 'ended');
});
