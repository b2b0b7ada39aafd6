// Waits more than it computes: for a start that waits for its database.
import { DATABASE, exempt } from '@patchbay/kernel/database';
import { defineJob, JOBS } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import Type from 'typebox';
import { HeldConnections } from '../../faults/world/held-connections.ts';
import { bootPlatform, cloneDatabase, type Harness, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';
import { KeptLog } from '../support/platform/kept-log.ts';

const look = exempt('test.busy', 'a test holds the connections of everybody');
const TOLD = 'work waits for a database connection';
const POOL_SIZE = 2;

let ran = 0;
const asking = defineJob({
  id: 'busy.asking',
  payload: Type.Object({}),
  maxAttempts: 1,
  deps: { database: DATABASE },
  run: async ({ deps }) => {
    await deps.database.asSystem(look, async () => {});
    ran += 1;
  },
});
const busy = moduleOf(import.meta.filename, {
  id: 'busy',
  title: 'Busy',
  jobs: [asking],
});

/** Holds every connection of both pools until `release`. */
async function holdAll(harness: Harness, organization_id: string) {
  const database = harness.get(DATABASE);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const hold = async (): Promise<void> => {
    held += 1;
    await released;
  };
  const holding = Array.from({ length: POOL_SIZE }, () => [
    database.read(systemPrincipal(organization_id), hold),
    database.asSystem(look, hold),
  ]).flat();
  await waitFor('all connections to be held', () => held === 2 * POOL_SIZE);
  return async () => {
    release();
    await Promise.all(holding);
  };
}

t.test(
  'who needs a connection waits while all are in use, and the log says so; only a full queue refuses',
  async (t) => {
    const log = new KeptLog();
    const environment = { DATABASE_POOL_SIZE: String(POOL_SIZE) };
    const harness = await bootPlatform(t, { environment, modules: [busy], logger: log });
    const owner = await harness.owner();
    const database = harness.get(DATABASE);
    await database.write(systemPrincipal(owner.organization_id), async (work) =>
      harness.get(JOBS).enqueue(work, asking, {}, { runAt: new Date(Date.now() + 1_500) }),
    );
    const release = await holdAll(harness, owner.organization_id);
    const requests = Array.from({ length: 20 }, (_, n) =>
      harness.call('POST', '/sites', { as: owner, body: { name: `Site ${n}` }, timeoutMs: 60_000 }),
    );
    await waitFor('both pools to be told of', () => {
      const told = log.lines.filter(({ level, message }) => level === 'warn' && message === TOLD);
      return new Set(told.map(({ fields }) => fields['pool'])).size === 2;
    });
    const crowd: Promise<unknown>[] = [];
    let refused: unknown;
    while (refused === undefined && crowd.length < 5_000) {
      crowd.push(
        database
          .read(systemPrincipal(owner.organization_id), async () => {})
          .catch((error) => (refused ??= error)),
      );
      if (crowd.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    t.match(refused, { id: 'kernel.unavailable', message: 'The database is busy; try again shortly.' });
    t.ok(crowd.length > 1_900, `${crowd.length} wait`);
    await release();
    await Promise.all(crowd);
    t.same(
      (await Promise.all(requests)).map(({ status }) => status),
      requests.map(() => 201),
    );
    await waitFor('the job', () => ran === 1);
    t.same(
      log.lines.filter(({ message }) => message === 'job failed'),
      [],
    );
  },
);

t.test(
  'who holds a connection and asks for another waits shortly: all of them would wait for each other',
  async (t) => {
    const harness = await bootPlatform(t, {
      environment: { DATABASE_POOL_SIZE: String(POOL_SIZE) },
      work: false,
    });
    const database = harness.get(DATABASE);
    const nested = () => database.asSystem(look, () => database.asSystem(look, async () => 'both'));
    const results = await Promise.allSettled(Array.from({ length: POOL_SIZE }, nested));
    t.ok(results.some(({ status }) => status === 'rejected'));
    t.equal(await nested(), 'both');
  },
);

t.test('a start waits for a database that is slow to take connections, and says so', async (t) => {
  const database = await cloneDatabase();
  t.teardown(() => database.drop());
  const url = new URL(database.url);
  const way = new HeldConnections(url);
  url.port = String(await way.start());
  url.hostname = '127.0.0.1';
  t.teardown(() => way.stop());
  way.hold();
  const log = new KeptLog();
  const booting = bootPlatform(t, { databaseUrl: url.toString(), logger: log, work: false });
  await waitFor(
    'the log to say so twice',
    () => log.lines.filter(({ message }) => message === 'the start waits for the database').length >= 2,
  );
  way.release();
  const harness = await booting;
  t.equal((await harness.call('GET', '/health/live')).status, 200);
});
