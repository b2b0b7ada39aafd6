import t from 'tap';
import { lifeOf } from '../../console/key-life.ts';

const NOW_MS = Date.parse('2026-05-01T00:00:00Z');

t.test('keys are told apart by what is left of them', async (t) => {
  t.equal(lifeOf(null, NOW_MS), 'endless');
  t.equal(lifeOf('2026-06-01T00:00:00Z', NOW_MS), 'good');
  t.equal(lifeOf('2026-05-05T00:00:00Z', NOW_MS), 'soon');
  t.equal(lifeOf('2026-05-01T00:00:00Z', NOW_MS), 'ended');
});
