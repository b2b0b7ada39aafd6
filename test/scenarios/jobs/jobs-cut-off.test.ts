import { defineJob } from '@patchbay/kernel/jobs';
import pg from 'pg';
import t, { type Test } from 'tap';
import Type from 'typebox';
import { bootPlatform, urlFor, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

const JOBS = 'graphile_worker._private_jobs';
const rowsOf = (id: string): string =>
  `select jobs.* from ${JOBS} jobs join graphile_worker._private_tasks tasks on tasks.id = task_id where identifier = '${id}'`;

const runs: string[] = [];
/** What a job waits for before it ends, and whether it fails. */
const ends = new Map<string, () => Promise<void>>();

const jobNamed = (id: string) =>
  defineJob({
    id,
    payload: Type.Object({}),
    cron: '0 0 1 1 *',
    maxAttempts: 1,
    atStart: true,
    run: async () => {
      runs.push(id);
      await ends.get(id)?.();
    },
  });

const moduleWith = (id: string, job: string) =>
  moduleOf(import.meta.filename, { id, title: id, jobs: [jobNamed(job)] });

/** Another session of the platform's database, as its owner. */
async function otherSession(t: Test, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  return client;
}

const CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'patchbay jobs' and wait_event_type = 'Lock'`;

for (const isFailing of [false, true])
  t.test(
    `a job that ${isFailing ? 'fails' : 'succeeds'} is ended once, though the connection is cut while its end is written`,
    async (t) => {
      const id = isFailing ? 'cut.fails' : 'cut.succeeds';
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      ends.set(id, async () => {
        await mayEnd;
        if (isFailing) throw new Error('as asked');
      });
      const harness = await bootPlatform(t, {
        modules: [moduleWith('cut', id)],
        environment: { LOG_LEVEL: 'silent' },
      });
      const holder = await otherSession(t, harness.databaseUrl);
      const killer = await otherSession(
        t,
        urlFor(harness.databaseUrl, new URL(harness.databaseUrl).pathname.slice(1)),
      );
      await waitFor('the job to run', () => runs.includes(id));
      await holder.query('begin');
      await holder.query(`${rowsOf(id)} for update of jobs`);
      end();
      await waitFor('the end to be cut off', async () => ((await killer.query(CUT_OFF)).rowCount ?? 0) > 0);
      await holder.query('rollback');
      const ended = await waitFor('the end to be written', async () => {
        const { rows } = await killer.query(rowsOf(id));
        if (!isFailing) return rows.length === 0 && 'gone';
        return rows[0]?.locked_by === null && rows[0].last_error;
      });
      t.equal(ended, isFailing ? 'as asked' : 'gone');
      t.equal(runs.filter((each) => each === id).length, 1, 'it ran once');
    },
  );

t.test('jobs that were fetched by a statement whose answer was lost run all the same', async (t) => {
  const { query } = pg.Client.prototype;
  let isLost = false;
  t.teardown(() => {
    pg.Client.prototype.query = query;
  });
  pg.Client.prototype.query = async function lossy(this: pg.Client, ...args: unknown[]) {
    const answer = await Reflect.apply(query, this, args);
    const [config] = args as [{ name?: string }];
    if (isLost || !config.name?.startsWith('get_job') || answer.rows.length === 0) return answer;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  } as typeof query;
  await bootPlatform(t, { modules: [moduleWith('lost', 'lost.job')], environment: { LOG_LEVEL: 'silent' } });
  await waitFor('the job to run', () => runs.includes('lost.job'));
  t.ok(isLost, 'an answer was lost');
});
