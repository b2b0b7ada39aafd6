import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace } from '@patchbay/test/kit';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind } from './support/platform.ts';

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
  const deliveries = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    const path = String(request.url);
    const isFirst = !deliveries.has(path);
    deliveries.set(
      path,
      (deliveries.get(path) ?? new Set()).add(String(request.headers['x-fabric-delivery'])),
    );
    response.writeHead(isFirst && path.startsWith('/flaky/') ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { databaseUrl, dataDir } = await doomedPlace(t);
  const environment = { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const acknowledged: { readonly id: string; readonly key: string }[] = [];
  const doomed = DoomedProcess.start(
    t,
    new URL('./support/doomed.ts', import.meta.url),
    [databaseUrl, `http://127.0.0.1:${port}`, dataDir],
    (committed: typeof acknowledged) => acknowledged.push(...committed),
    environment,
  );
  await waitFor('events under way', () => acknowledged.length >= 300 && deliveries.size >= 20, {
    timeoutMs: 60_000,
  });
  await doomed.kill();

  const harness = await bootPlatform(t, { databaseUrl, environment });
  // Time passes: leases of the dead process end.
  await behind(harness, (db) =>
    sql`update connection_runs set lease_until = now() - interval '1 second' where status = 'running'`.execute(
      db,
    ),
  );
  await waitFor(
    'every event to have its runs',
    async () => {
      harness.get(RUN_WORKER).wake();
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
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
  const twice = [...deliveries].filter(([, ids]) => ids.size > 1);
  t.same(twice, [], 'one id per effect');
  t.ok(
    acknowledged.every(({ key }) => deliveries.has(`/${key}`)),
    'every event reached the receiver',
  );
  t.ok(
    acknowledged.every(({ key }) => !isFlaky(key) || deliveries.has(`/flaky/${key}`)),
    'every event reached the receiver that refuses at first',
  );
});
