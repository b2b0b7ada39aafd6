import t from 'tap';
import { unavailable } from '../../errors/index.ts';
import { Semaphore } from '../index.ts';

t.test('more work than may wait is refused, and a wait ends', async (t) => {
  const semaphore = new Semaphore({ maxAtOnce: 1, maxWaiting: 1, maxWaitMs: 20 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const running = semaphore.run(() => released);
  const waiting = semaphore.run(async () => {});
  await t.rejects(
    semaphore.run(async () => {}),
    unavailable({ retryAfterSeconds: 1 }),
  );
  await t.rejects(waiting, unavailable({ retryAfterSeconds: 1 }));
  release();
  await running;
  t.equal(await semaphore.run(async () => 'free again'), 'free again');
});

t.test('at maxAtOnce the declared number runs at once and every waiter gets its turn', async (t) => {
  const semaphore = new Semaphore({ maxAtOnce: 2, maxWaiting: 100, maxWaitMs: 1_000 });
  let running = 0;
  let maxAtOnce = 0;
  const work = async (): Promise<void> => {
    maxAtOnce = Math.max(maxAtOnce, ++running);
    await new Promise(setImmediate);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => semaphore.run(work)));
  t.equal(maxAtOnce, 2);
});
