import { createPlatform } from '@patchbay/kernel/modules';
import { createLogger } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import t from 'tap';
import {
  bootPlatform,
  cloneDatabase,
  registered,
  testEnvironment,
  urlFor,
  waitFor,
} from '../harness/index.ts';
import { HostileRouter } from './gear/hostile-router.ts';

/** Ends every session of one database, as a restart of the server does. */
async function cut(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: urlFor(databaseUrl, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [new URL(databaseUrl).pathname.slice(1)],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

t.test('requests, jobs and events go on after all sessions were cut, again and again', async (t) => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } });
  const harness = await bootPlatform(t, { logger });
  const owner = await harness.owner();
  const router = new HostileRouter();
  const url = await router.start();
  t.teardown(() => router.stop());
  const site = await harness.site(owner, 'Cut');
  const login = { kind: 'password', username: 'robot', secret: 'x' };
  const gear = { name: 'cut', site_id: site, vendor: 'mikrotik', endpoint: { url }, login };
  const id = await registered(harness, owner, gear);
  for (let round = 0; round < 6; round += 1) {
    const busy = Promise.all(Array.from({ length: 20 }, () => harness.call('GET', '/sites', { as: owner })));
    t.ok(await waitFor('sessions to cut', () => cut(harness.databaseUrl).then((count) => count > 0)));
    const answers = await busy;
    t.same(
      answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503),
      [],
    );
  }
  await waitFor('reads', async () => (await harness.call('GET', '/sites', { as: owner })).status === 200);
  const started = await waitFor('a sync to be accepted', async () => {
    const answer = await harness.call('POST', `/controllers/${id}/sync`, { as: owner });
    return answer.status === 202 ? answer.body : null;
  });
  const ended = await waitFor(
    'the sync to end',
    async () => {
      const { body } = await harness.call('GET', `/controllers/${id}/syncs/${started.sync_id}`, {
        as: owner,
      });
      return body.finished_at ? body.status : null;
    },
    { timeoutMs: 20_000 },
  ).catch((error: Error) => error.message);
  t.equal(ended, 'succeeded', 'jobs run');
  const told = lines.filter((line) => line.includes('a database connection was lost'));
  t.ok(told.length > 0);
  t.same(
    told.filter((line) => line.length > 3_000),
    [],
    'each told in few words',
  );
});

t.test('a platform whose sessions were all cut still stops', async (t) => {
  const database = await cloneDatabase();
  const platform = await createPlatform({
    environment: {
      ...testEnvironment(database.url, t.testdir(), 'silent'),
    },
  });
  await cut(database.url);
  const stopped = await Promise.race([
    platform.stop().then(
      () => 'stopped',
      (error: Error) => `threw ${error.message}`,
    ),
    new Promise((resolve) => setTimeout(() => resolve('hangs'), 25_000).unref()),
  ]);
  t.equal(stopped, 'stopped');
  await database.drop();
});
