import t from 'tap';
import { unavailable } from '../../errors/index.ts';
import { KeyedQueue } from '../index.ts';

t.test('callers with one key go one after another, others do not wait', async (t) => {
  const queue = new KeyedQueue({ maxTasks: 100, maxWaiting: 100, maxWaitMs: 1_000 });
  const log: string[] = [];
  let release = (): void => {};
  const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
  const second = queue.run('a', async () => void log.push('a2'));
  await queue.run('b', async () => void log.push('b'));
  t.same(log, ['b']);
  release();
  await Promise.all([held, second]);
  t.same(log, ['b', 'a2']);
});

t.test('a caller that fails lets the next one go', async (t) => {
  const queue = new KeyedQueue({ maxTasks: 100, maxWaiting: 100, maxWaitMs: 1_000 });
  await t.rejects(
    queue.run('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.equal(await queue.run('a', async () => 1), 1);
});

t.test('waiting is bounded in number and time', async (t) => {
  const queue = new KeyedQueue({
    maxTasks: 2,
    maxWaiting: 2,
    maxWaitMs: 20,
    refusal: () => new Error('Too many'),
  });
  let release = (): void => {};
  const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = queue.run('a', async () => {});
  await t.rejects(
    queue.run('a', async () => {}),
    { message: /Too many/ },
  );
  await t.rejects(waiting, { message: /Too many/ });
  release();
  await held;
  t.equal(await queue.run('a', async () => 1), 1);
});

t.test('waiting is bounded under each key as well', async (t) => {
  const queue = new KeyedQueue({ maxTasks: 10, maxWaiting: 1, maxWaitMs: 1_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = queue.run('a', () => promise);
  const waiting = queue.run('a', async () => 'second');
  await t.rejects(
    queue.run('a', async () => {}),
    unavailable({ retryAfterSeconds: 1 }),
  );
  t.equal(await queue.run('b', async () => 'at once'), 'at once');
  resolve();
  await held;
  t.equal(await waiting, 'second');
});
