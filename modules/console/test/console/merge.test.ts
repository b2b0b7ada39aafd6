import t from 'tap';
import { commandOf, inState, mergeQueues, type Reports, stepped } from '../../console/queues/merge.ts';

const row = (id: string, facts: object = {}) => ({
  id,
  state: 'waiting' as const,
  kind: 'Change',
  title: id,
  at: '2026-05-01T10:00:00Z',
  href: `/changes/${id}`,
  actions: [],
  ...facts,
});

const reports: Reports = {
  changes: {
    rows: [
      row('old'),
      row('new', { at: '2026-05-02T10:00:00Z' }),
      row('late', { until: '2026-05-03T10:05:00Z' }),
      row('soon', { until: '2026-05-03T10:01:00Z' }),
    ],
    isLoading: false,
    error: null,
  },
  runs: { rows: [row('old', { state: 'failed' })], isLoading: false, error: null },
};

t.test('what decides itself comes first, then the newest', async (t) => {
  const rows = mergeQueues(reports, new Set());
  t.same(
    inState(rows, 'waiting').map(({ id }) => id),
    ['soon', 'late', 'new', 'old'],
  );
  t.same(
    inState(rows, 'failed').map(({ key }) => key),
    ['runs old'],
    'rows of two queues with one id are two',
  );
});

t.test('what was decided just now is left out', async (t) => {
  const rows = mergeQueues(reports, new Set(['changes soon', 'runs old']));
  t.same(
    rows.map(({ key }) => key),
    ['changes late', 'changes new', 'changes old'],
  );
});

t.test('steps end at the ends, and keys of the browser stay its own', async (t) => {
  t.equal(stepped(0, -1, 3), 0);
  t.equal(stepped(2, 1, 3), 2);
  t.equal(stepped(5, 0, 3), 2);
  t.equal(stepped(0, 1, 0), 0);
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  t.equal(commandOf({ key: 'j', ...plain }), 'next');
  t.equal(commandOf({ key: '?', ...plain }), 'help');
  t.equal(commandOf({ key: 'd', ...plain, ctrlKey: true }), undefined);
  t.equal(commandOf({ key: 'x', ...plain }), undefined);
});
