import { AsyncLocalStorage } from 'node:async_hooks';
import t from 'tap';
import { Batcher } from '../index.ts';

/** Answers each item doubled, batch by batch as the test lets it. */
function doubling(options?: ConstructorParameters<typeof Batcher<number, number>>[1]) {
  const batches: (readonly number[])[] = [];
  const releases: (() => void)[] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    batches.push(items);
    await new Promise<void>((resolve) => releases.push(resolve));
    return items.map((item) => item * 2);
  }, options);
  const open = async (): Promise<void> => {
    await turn();
    releases.shift()?.();
    await turn();
  };
  return { batcher, batches, open };
}

const turn = (): Promise<unknown> => new Promise(setImmediate);

t.test('what comes in one turn, and what comes while a batch is under way, goes together', async (t) => {
  const { batcher, batches, open } = doubling();
  const first = [batcher.add(1), batcher.add(2)];
  await turn();
  const second = [batcher.add(3), batcher.add(4)];
  await open();
  await open();
  t.same(await Promise.all([...first, ...second]), [2, 4, 6, 8]);
  t.same(batches, [
    [1, 2],
    [3, 4],
  ]);
});

t.test('a batch has a bound, and lanes run beside each other', async (t) => {
  const { batcher, batches, open } = doubling({ maxAtOnce: 2, lanes: 2 });
  const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  await turn();
  t.same(batches, [
    [1, 2],
    [3, 4],
  ]);
  for (let batch = 0; batch < 3; batch += 1) await open();
  t.same(await Promise.all(all), [2, 4, 6, 8, 10]);
});

t.test('what fails fails its batch only', async (t) => {
  let isBroken = true;
  const batcher = new Batcher<number, number>(async (items) => {
    if (isBroken) throw new Error('no database');
    return items;
  });
  const failed = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
  t.same(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isBroken = false;
  t.equal(await batcher.add(3), 3);
});

t.test('an answer of another length is no answer', async (t) => {
  const batcher = new Batcher<number, number>(async () => []);
  await t.rejects(batcher.add(1), /another number/);
});

t.test('above its bound what comes is refused, and the rest is done', async (t) => {
  const { batcher, open } = doubling({ maxWaiting: 2 });
  const all = [batcher.add(1), batcher.add(2)];
  await t.rejects(batcher.add(3), /Too much waits/);
  await open();
  t.same(await Promise.all(all), [2, 4]);
});

t.test('a batch belongs to none of its callers', async (t) => {
  const caller = new AsyncLocalStorage<string>();
  const batcher = new Batcher<number, string | undefined>(async (items) =>
    items.map(() => caller.getStore()),
  );
  t.equal(await caller.run('a unit of work', () => batcher.add(1)), undefined);
});
