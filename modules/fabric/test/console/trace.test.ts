import t from 'tap';
import { failuresSince, startOfDay } from '../../console/home/failures-today.ts';
import { countedSteps, seenOutputs, stoppedAt } from '../../console/trial/overlay.ts';

t.test('a trace opens where the run stopped', async (t) => {
  const steps = (...statuses: readonly string[]) => statuses.map((status) => ({ status }));
  t.equal(stoppedAt(steps('succeeded', 'failed', 'succeeded', 'failed', 'skipped')), 3);
  t.equal(stoppedAt(steps('succeeded', 'waiting')), 1);
  t.equal(stoppedAt(steps('succeeded')), null);
  t.equal(stoppedAt([]), null);
});

t.test('many runs are counted by their steps', async (t) => {
  const run = (...statuses: readonly string[]) => ({ steps: statuses.map((status) => ({ status })) });
  t.same(countedSteps([run('succeeded', 'failed'), run('succeeded', 'skipped'), run('failed')]), [
    { succeeded: 2, failed: 1, skipped: 0 },
    { succeeded: 0, failed: 1, skipped: 1 },
  ]);
  t.same(countedSteps([]), []);
});

t.test('the newest output of an operation stands in for its schema', async (t) => {
  const step = (operation_id: string, output: unknown) => ({ operation_id, output });
  const runs = [{ steps: [step('a', null), step('b', { x: 1 })] }, { steps: [step('a', { y: 2 })] }];
  t.same(seenOutputs(runs, ['a', 'b', 'c']), [{ y: 2 }, { x: 1 }, undefined]);
});

t.test('failures of today are counted by their Connection', async (t) => {
  const since = startOfDay(new Date('2026-05-01T12:00:00'));
  t.equal(since.getHours(), 0);
  const at = (hours: number) => new Date(since.getTime() + hours * 3_600_000).toISOString();
  const runs = [
    { id: '4', connection_id: 'a', created_at: at(4) },
    { id: '3', connection_id: 'b', created_at: at(3) },
    { id: '2', connection_id: 'b', created_at: at(2) },
    { id: '1', connection_id: 'c', created_at: at(-1) },
  ];
  t.same(failuresSince(runs, since), [
    { connection_id: 'b', runs: 2, newest_id: '3' },
    { connection_id: 'a', runs: 1, newest_id: '4' },
  ]);
});
