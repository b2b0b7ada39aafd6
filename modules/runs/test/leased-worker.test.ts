import { silentLogger } from '@patchbay/kernel/telemetry';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { type Lease, LeasedWorker, type LeaseQueue } from '../leases/leased-worker.ts';

const lease = (id: string): Lease => ({ id, claim_id: `claim-${id}`, organization_id: 'o1' });

/** A queue of work that is claimed once, and work that ends on demand. */
function setUp(queue: Partial<LeaseQueue<Lease>> = {}, options: { readonly graceMs?: number } = {}) {
  const waiting: Lease[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const stopped: string[] = [];
  const released: string[] = [];
  const worker = new LeasedWorker<Lease>({
    noun: 'work',
    logger: silentLogger,
    renewEveryMs: 5,
    ...options,
    queue: {
      claim: async () => waiting.splice(0),
      release: async (leases) => void released.push(...leases.map(({ id }) => id)),
      ...queue,
    },
    carryOut({ id }, signal) {
      const end = Promise.withResolvers<void>();
      ends.set(id, end);
      signal.addEventListener('abort', () => {
        stopped.push(id);
        end.resolve();
      });
      return end.promise;
    },
  });
  return { worker, waiting, ends, stopped, released };
}

t.test('what waits is looked for again when the queue says so, without a wake', async (t) => {
  const { worker, waiting, ends } = setUp({ untilNextMs: async () => 1 });
  worker.wake();
  waiting.push(lease('later'));
  await waitFor('the later work', () => ends.has('later'));
  ends.get('later')?.resolve();
  await worker.stop();
  t.ok(ends.has('later'));
});

t.test('a claim that fails is tried again, and the rest goes on', async (t) => {
  let claims = 0;
  const { worker, ends } = setUp({
    claim: async () => {
      claims += 1;
      if (claims === 1) throw new Error('the database is away');
      return claims === 2 ? [lease('a')] : [];
    },
  });
  worker.wake();
  await waitFor('the failed claim', () => claims === 1);
  worker.wake();
  await waitFor('the work', () => ends.has('a'));
  await worker.stop();
  t.ok(claims >= 2);
});

t.test('work whose lease is lost is stopped, the other is not', async (t) => {
  const { worker, waiting, stopped, ends } = setUp({ extend: async () => new Set(['kept']) });
  waiting.push(lease('kept'), lease('lost'));
  worker.wake();
  await waitFor('the stop', () => stopped.length > 0);
  t.same(stopped, ['lost']);
  ends.get('kept')?.resolve();
  await worker.stop();
});

t.test('a stop lets work end in its time of grace, and gives everything else back', async (t) => {
  const { worker, waiting, ends, stopped, released } = setUp({}, { graceMs: 50 });
  waiting.push(lease('quick'), lease('slow'));
  worker.wake();
  await waitFor('both', () => ends.size === 2);
  const stopping = worker.stop();
  ends.get('quick')?.resolve();
  await stopping;
  t.same(
    stopped.filter((id) => id !== 'quick'),
    ['slow'],
  );
  t.same(released, ['quick', 'slow'], 'a lease that has ended is given back in vain');
  await t.rejects(worker.carryOut(lease('late')), { message: 'The platform shuts down.' });
});
