import { silentLogger } from '@patchbay/kernel/telemetry';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import type { ClaimedRun } from '../running/claimed-run.ts';
import { RunWorker, type RunWorkerOptions } from '../running/run-worker.ts';
import { claimedRun } from './support/claimed-run.ts';

const run = (id: string, owner_id?: string): ClaimedRun => ({ ...claimedRun(id, owner_id), isNew: true });

function workerOf(options: Partial<RunWorkerOptions> = {}) {
  const ends = new Map<string, () => void>();
  const [claimed, released]: [number[], string[]] = [[], []];
  const worker = new RunWorker({
    claims: {
      claim: async () => {
        claimed.push(ends.size);
        return [];
      },
      extend: async (runs) => new Set(runs.map(({ id }) => id)),
      giveBack: async () => {},
      release: async (runs) => void released.push(...runs.map(({ id }) => id)),
    },
    execution: {
      carryOut: ({ id }) => new Promise((resolve) => ends.set(id, () => resolve({ retryInMs: null }))),
    },
    logger: silentLogger,
    ...options,
  });
  return { worker, ends, claimed, released };
}

const OWNER = { owner_id: 'c1', organization_id: 'o1' };

/** Whether a new run would have a place. */
function hasPlace(worker: RunWorker, run = OWNER): boolean {
  const places = worker.places();
  const isTaken = places.take(run);
  places.release();
  return isTaken;
}

/** A worker that knows that nothing waits. */
async function idle(options: Partial<RunWorkerOptions> = {}) {
  const parts = workerOf(options);
  parts.worker.wake();
  await waitFor('a look that finds nothing', () => hasPlace(parts.worker));
  return parts;
}

t.test(
  'a run that has a place begins without a look into the queue, and its end asks for none',
  async (t) => {
    const { worker, ends, claimed } = await idle({ maxPerOwner: 1 });
    const places = worker.places();
    t.equal(places.take(OWNER), true);
    worker.begin([run('a')]);
    places.release();
    t.equal(hasPlace(worker), false, 'it holds the place');
    await waitFor('its beginning', () => ends.has('a'));
    ends.get('a')?.();
    await waitFor('its end', () => hasPlace(worker));
    t.equal(claimed.length, 1);
    await worker.stop();
  },
);

t.test(
  'before it is known that nothing waits, and after more was said to wait, there are no places',
  async (t) => {
    const { worker } = workerOf();
    t.equal(hasPlace(worker), false);
    worker.wake();
    await waitFor('a look that finds nothing', () => hasPlace(worker));
    worker.wake();
    t.equal(hasPlace(worker), false);
    await worker.stop();
  },
);

t.test('places are bounded for owners, organizations and all, those being written included', async (t) => {
  const { worker } = await idle({ maxAtOnce: 4, maxPerOwner: 2, maxPerOrganization: 3 });
  const [first, second] = [worker.places(), worker.places()];
  t.same(
    [first, second, first].map((places) => places.take(OWNER)),
    [true, true, false],
  );
  t.equal(first.take({ ...OWNER, owner_id: 'c2' }), true);
  t.equal(first.take({ ...OWNER, owner_id: 'c3' }), false);
  t.equal(first.take({ owner_id: 'c4', organization_id: 'o2' }), true);
  t.equal(first.take({ owner_id: 'c5', organization_id: 'o3' }), false);
  first.release();
  t.equal(second.take({ owner_id: 'c5', organization_id: 'o3' }), true);
  await worker.stop();
});

t.test('runs that begin while the worker stops are given back', async (t) => {
  const { worker, ends, released } = await idle();
  const stopped = worker.stop();
  worker.begin([run('a')]);
  await stopped;
  await waitFor('the run that was given back', () => released.length > 0);
  t.same([released, [...ends.keys()]], [['a'], []]);
});

t.test('new runs have places as soon as a look has left some, though others go on', async (t) => {
  const waiting = [{ ...run('a'), isNew: false }];
  const { worker, ends, claimed } = workerOf({
    claims: {
      claim: async () => {
        claimed.push(ends.size);
        return waiting.splice(0);
      },
      extend: async (runs) => new Set(runs.map(({ id }) => id)),
      giveBack: async () => {},
      release: async () => {},
    },
  });
  worker.wake();
  await waitFor('the run that waited', () => ends.has('a'));
  t.equal(hasPlace(worker), true);
  worker.wake();
  t.equal(hasPlace(worker), false, 'until the next look');
  await waitFor('the next look', () => hasPlace(worker));
  await worker.stop();
});
