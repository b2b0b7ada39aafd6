import t from 'tap';
import { timed } from '../../harness/timed.ts';

const busy = (ms: number): void => {
  const until = process.threadCpuUsage().user / 1_000 + ms;
  while (process.threadCpuUsage().user / 1_000 < until);
};

t.test('time that work waits or computes counts', async (t) => {
  const waited = await timed(() => new Promise((resolve) => setTimeout(resolve, 200, 'done')));
  t.equal(waited.answer, 'done');
  t.ok(waited.tookMs >= 50, `${waited.tookMs}`);
  const computed = await timed(async () => busy(60));
  t.ok(computed.tookMs >= 50, `${computed.tookMs}`);
});

t.test('time in which this thread has no processor does not', async (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const { tookMs } = await timed(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    Atomics.wait(cells, 0, 0, 300);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  t.ok(tookMs < 200, `${tookMs}`);
});
