import { sql } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace, oneIdPerEffect, untilWorked } from '@patchbay/test/kit';
import t from 'tap';
import { EXECUTION_WORKER } from '../tokens.ts';
import { behind } from './support/platform.ts';
import { Receiver } from './support/receiver.ts';

interface Told {
  readonly id: string;
  readonly key: string;
}

const isFlaky = (key: string): boolean => /^[0-3]/.test(key);
const executionsFor = ({ key }: Told): number => (isFlaky(key) ? 2 : 1);

t.test(
  'a process killed between actions loses nothing and repeats effects under their id only',
  async (t) => {
    const receiver = await Receiver.start(t);
    const { databaseUrl, dataDir } = await doomedPlace(t);
    const environment = { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
    const acknowledged: Told[] = [];
    const doomed = DoomedProcess.start(
      t,
      new URL('./support/doomed.ts', import.meta.url),
      [databaseUrl, receiver.url, dataDir],
      (committed: readonly Told[]) => acknowledged.push(...committed),
      environment,
    );
    await waitFor('events under way', () => acknowledged.length >= 50 && receiver.received.length >= 20, {
      timeoutMs: 60_000,
    });
    await doomed.kill();

    const harness = await bootPlatform(t, { databaseUrl, environment });
    const left = await behind(harness, (db) =>
      sql<{ status: string; begun: number }>`
      select status, count(*)::int as begun from automation_executions where status in ('queued', 'running')
      group by status`.execute(db),
    );
    t.comment(`left behind: ${JSON.stringify(left.rows)}`);
    await untilWorked(harness, 'automation_executions', harness.get(EXECUTION_WORKER), async () => {
      const { rows } = await behind(harness, (db) =>
        sql<{ missing: number; open: number }>`
          select (select count(*)::int
              from unnest(${acknowledged.map(({ id }) => id)}::uuid[], ${acknowledged.map(executionsFor)}::int[]) as e(id, executions)
              where (select count(*) from automation_executions x where x.event_id = e.id and x.status = 'succeeded')
                <> e.executions) as missing,
            (select count(*)::int from automation_executions where status in ('queued', 'running')) as open`.execute(
          db,
        ),
      );
      return rows[0]?.missing === 0 && rows[0].open === 0;
    });
    const ids = oneIdPerEffect(t, receiver.received);
    for (const stage of ['first', 'last'])
      t.ok(
        acknowledged.every(({ key }) => ids.has(`/${stage}/${key}`)),
        `every event reached the ${stage} receiver`,
      );
    t.ok(
      acknowledged.every(({ key }) => !isFlaky(key) || ids.has(`/flaky/${key}`)),
      'every event reached the receiver that refuses at first',
    );
    const alerts = await behind(harness, (db) =>
      sql<{
        title: string;
        total: number;
      }>`select title, count(*)::int as total from alerts group by title`.execute(db),
    );
    t.ok(alerts.rows.length >= acknowledged.length);
    t.ok(
      alerts.rows.every(({ total }) => total === 1),
      'what stays in the platform is done once',
    );
  },
);
