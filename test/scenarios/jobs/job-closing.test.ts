import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { defineJob, JOBS } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import Type from 'typebox';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';
import { KeptLog } from '../support/platform/kept-log.ts';

const look = exempt('test.closing', 'a job of a test asks the database again and again');
const started = new Set<string>();
const ended = new Set<string>();

/** Asks the database until so long after the platform began to close; with Infinity until it gets no answer. */
const asking = (name: string, msAfterClosing: number) =>
  defineJob({
    id: `closing.${name}`,
    payload: Type.Object({}),
    deps: { database: DATABASE },
    run: async ({ deps, signal }) => {
      started.add(name);
      let untilMs = Number.POSITIVE_INFINITY;
      signal.addEventListener('abort', () => {
        untilMs = performance.now() + msAfterClosing;
      });
      try {
        while (performance.now() < untilMs)
          await deps.database.asSystem(
            look,
            async (db) => void (await sql`select pg_sleep(0.01)`.execute(db)),
          );
        ended.add(name);
      } catch (error) {
        ended.add(`${name}, cut`);
        throw error;
      }
    },
  });

const [finishing, endless] = [asking('finishing', 1_500), asking('endless', Number.POSITIVE_INFINITY)];
const closing = moduleOf(import.meta.filename, {
  id: 'closing',
  title: 'Closing',
  jobs: [finishing, endless],
});

t.test(
  'a platform that closes ends its jobs before its database, and logs no failure of a job',
  async (t) => {
    const log = new KeptLog();
    const harness = await bootPlatform(t, { modules: [closing], logger: log });
    const { organization_id } = await harness.owner();
    await harness.get(DATABASE).write(systemPrincipal(organization_id), async (work) => {
      for (const job of [finishing, endless]) harness.get(JOBS).enqueue(work, job, {});
    });
    await waitFor('both jobs to run', () => started.size === 2);
    await harness.platform.stop();
    await waitFor('both jobs to end', () => ended.size === 2);
    t.same([...ended].sort(), ['endless, cut', 'finishing']);
    const told = log.lines.filter(
      ({ message, fields }) =>
        /^jobs? /.test(message) || String(fields['error']).includes('cannot be reached'),
    );
    t.same(
      told.map(({ level, message, fields }) => [level, message, fields]),
      [['warn', 'jobs did not end in time', { jobs: ['closing.endless'] }]],
    );
  },
);
