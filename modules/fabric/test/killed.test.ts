import { sql } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace, oneIdPerEffect, untilWorked } from '@patchbay/test/kit';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

const isFlaky = (key: string): boolean => key.startsWith('a');
const runsFor = ({ key }: { readonly key: string }): number => (isFlaky(key) ? 3 : 2);

const unfinished = async (harness: Harness): Promise<number> => {
  const { rows } = await behind(harness, (db) =>
    sql<{
      open: number;
    }>`select count(*) as open from connection_runs where status in ('queued', 'running')`.execute(db),
  );
  return rows[0]?.open ?? 0;
};

t.test('a process killed in the middle loses nothing and repeats effects under their id only', async (t) => {
  const { deliveries, url } = await receiver(t);
  const { databaseUrl, dataDir } = await doomedPlace(t);
  const environment = { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const acknowledged: { readonly id: string; readonly key: string }[] = [];
  const doomed = DoomedProcess.start(
    t,
    new URL('./support/doomed.ts', import.meta.url),
    [databaseUrl, url, dataDir],
    (committed: typeof acknowledged) => acknowledged.push(...committed),
    environment,
  );
  const called = () => new Set(deliveries.map(({ path }) => path)).size;
  await waitFor('events under way', () => acknowledged.length >= 300 && called() >= 20, {
    timeoutMs: 60_000,
  });
  await doomed.kill();

  const harness = await bootPlatform(t, { databaseUrl, environment });
  await untilWorked(harness, 'connection_runs', harness.get(RUN_WORKER), async () => {
    const { rows } = await behind(harness, (db) =>
      sql<{
        missing: number;
      }>`select count(*) as missing
          from unnest(${acknowledged.map(({ id }) => id)}::uuid[], ${acknowledged.map(runsFor)}::int[]) as e(id, runs)
          where (select count(*) from connection_runs r where r.event_id = e.id and r.status = 'succeeded') <> e.runs`.execute(
        db,
      ),
    );
    return rows[0]?.missing === 0 && (await unfinished(harness)) === 0;
  });
  const ids = oneIdPerEffect(t, deliveries);
  t.ok(
    acknowledged.every(({ key }) => ids.has(`/${key}`)),
    'every event reached the receiver',
  );
  t.ok(
    acknowledged.every(({ key }) => !isFlaky(key) || ids.has(`/flaky/${key}`)),
    'every event reached the receiver that refuses at first',
  );
});
