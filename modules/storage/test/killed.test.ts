import { sql } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { ArtifactReference } from '@patchbay/kernel/fabric';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace } from '@patchbay/test/kit';
import t from 'tap';
import { ArtifactSweep } from '../services/artifact-sweep.ts';
import { KeptArtifacts } from '../services/kept-artifacts.ts';
import { pretendedModule } from './support/pretended.ts';
import { behind } from './support/scene.ts';

const RUN_WORKER: Token<{ wake(): void }> = token('fabric.run-worker');
const KILLS = 2;

interface Told {
  readonly organization_id: string;
  readonly committed: readonly string[];
}

t.test('processes killed in the middle of chains with pictures lose none and keep none twice', async (t) => {
  const { databaseUrl, dataDir: DATA_DIR } = await doomedPlace(t);
  let organization_id = '';
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    let own = 0;
    const doomed = DoomedProcess.start(
      t,
      new URL('./support/doomed.ts', import.meta.url),
      [databaseUrl, DATA_DIR, organization_id],
      ({ committed, ...told }: Told) => {
        acknowledged.push(...committed);
        own += committed.length;
        organization_id = told.organization_id;
      },
    );
    const enough = 20 + Math.floor(Math.random() * 40);
    await waitFor('chains under way', () => own >= enough, { timeoutMs: 60_000, everyMs: 5 });
    await doomed.kill();
  }
  const harness = await bootPlatform(t, {
    databaseUrl,
    modules: [pretendedModule],
    environment: { DATA_DIR, FABRIC_RUN_LEASE_SECONDS: '3' },
  });
  const scene = { harness };
  await waitFor(
    'every event to have its run',
    async () => {
      harness.get(RUN_WORKER).wake();
      const { rows } = await behind(scene, (db) =>
        sql<{ missing: string }>`
          select count(*) as missing from event_log e where event_type = 'ingest.external'
            and not exists (select from connection_runs r where r.event_id = e.id and r.status = 'succeeded')`.execute(
          db,
        ),
      );
      return Number(rows[0]?.missing) === 0;
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );
  const { rows: changes } = await behind(scene, (db) =>
    sql<{ key: string; artifact: ArtifactReference }>`
      select payload ->> 'name' as key, payload -> 'artifact' as artifact from pending_changes`.execute(db),
  );
  // Some were committed in the moment of a kill, without an answer.
  const { rows: events } = await behind(scene, (db) =>
    sql<{ id: string; key: string }>`
      select id, payload -> 'payload' ->> 'key' as key from event_log where event_type = 'ingest.external'`.execute(
      db,
    ),
  );
  const ids = new Set(events.map(({ id }) => id));
  t.ok(acknowledged.every((id) => ids.has(id)));
  t.same(
    changes.map(({ key }) => key).toSorted(),
    events.map(({ key }) => key).toSorted(),
    'one change per event',
  );
  t.equal(
    new Set(changes.map(({ artifact }) => artifact.token)).size,
    changes.length,
    'each with bytes of its own',
  );
  const store = harness.get(KeptArtifacts);
  for (const { artifact } of changes) await store.get(organization_id, artifact);
  await behind(scene, (db) => sql`update artifacts set kept_until = now() - interval '1 second'`.execute(db));
  await harness.get(ArtifactSweep).sweep();
  const { rows: left } = await behind(scene, (db) =>
    sql<{ count: string }>`select count(*) as count from artifacts`.execute(db),
  );
  t.equal(
    Number(left[0]?.count),
    changes.length,
    'what a killed process left behind is swept, the rest is held',
  );
});
