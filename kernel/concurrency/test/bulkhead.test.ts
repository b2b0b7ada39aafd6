import t from 'tap';
import { unavailable } from '../../errors/index.ts';
import { Bulkhead } from '../index.ts';

t.test('no key takes more than its places, and all keys together no more than there are', async (t) => {
  const bulkhead = new Bulkhead({ maxAtOnce: 3, maxPerKey: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = [bulkhead.run('a', () => promise), bulkhead.run('a', () => promise)];
  const refused = unavailable({ retryAfterSeconds: 1 });
  await t.rejects(
    bulkhead.run('a', async () => {}),
    refused,
  );
  held.push(bulkhead.run('b', () => promise));
  await t.rejects(
    bulkhead.run('c', async () => {}),
    refused,
  );
  resolve();
  await Promise.all(held);
  t.equal(await bulkhead.run('a', async () => 'free again'), 'free again');
});

t.test('a task that fails gives its place back', async (t) => {
  const bulkhead = new Bulkhead({ maxAtOnce: 1, maxPerKey: 1 });
  await t.rejects(
    bulkhead.run('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.equal(await bulkhead.run('b', async () => 1), 1);
});
