import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE, sql } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t, { type Test } from 'tap';
import { KeptArtifacts } from '../services/kept-artifacts.ts';
import { pictured, taken } from './support/pretended.ts';
import { s3Environment, startS3 } from './support/s3-server.ts';
import {
  applied,
  behind,
  connected,
  ended,
  ran,
  type Scene,
  setUp,
  snapshot,
  storing,
} from './support/scene.ts';

/** The worker of the Fabric, which leaves an unclaimed run to its next round otherwise. */
const RUN_WORKER: Token<{ wake(): void }> = token('fabric.run-worker');

const hashOf = (bytes: Buffer | undefined): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');

const changeOf = async ({ harness, owner }: Scene, id: string) =>
  (await harness.call('GET', `/changes/${id}`, { as: owner })).body;

const blobs = (scene: Scene) =>
  behind(scene, (db) => db.selectFrom('stored_blobs').selectAll().where('deleted_at', 'is', null).execute());

async function storesPictures(t: Test, scene: Scene): Promise<void> {
  const run = await ran(scene, [snapshot, storing(scene)]);
  const bytes = taken.pictures.at(-1);
  const sha256 = hashOf(bytes);
  t.match(run, {
    status: 'succeeded',
    steps: [
      {
        status: 'succeeded',
        artifact: { media_type: 'image/jpeg', sha256, size: bytes?.length, token: String },
      },
      { status: 'succeeded', output: { feature: 'storage.store_blob' } },
    ],
  });
  const [{ artifact }, { change_id }] = run.steps;
  const change = await changeOf(scene, change_id);
  t.match(change, {
    status: 'pending',
    controller_id: scene.controller_id,
    site_id: scene.site_id,
    vendor: null,
    payload: { name: 'door.jpg', artifact },
  });
  t.same(await blobs(scene), [], 'nothing is stored before the apply');
  const answer = await applied(scene, change_id);
  t.match(answer.body, {
    change: { status: 'applied' },
    attempt: { outcome: 'succeeded', after: { name: 'door.jpg', sha256, size: bytes?.length } },
  });
  t.match(await blobs(scene), [
    { id: answer.body.attempt.target_id, site_id: scene.site_id, controller_id: scene.controller_id },
  ]);
  const kept = await scene.harness.get(KeptArtifacts).get(scene.organization_id, artifact);
  t.same(kept.bytes, bytes);
}

const artifactFolder = ({ harness, organization_id }: Scene): string =>
  join(harness.get(KERNEL_CONFIG).DATA_DIR, 'artifacts', organization_id);

t.test('in a folder', async (t) => {
  const scene = await setUp(t);
  const { harness, owner, organization_id, controller_id } = scene;
  const artifacts = () =>
    behind(scene, (db) => db.selectFrom('artifacts').selectAll().orderBy('id').execute());

  t.test('a picture of a chain is staged, reviewed, applied and read back', (t) => storesPictures(t, scene));

  t.test('what is stored can be taken out again', async (t) => {
    const [blob] = await blobs(scene);
    const [applied_change] = (await harness.call('GET', '/changes?status=applied', { as: owner })).body.items;
    const undone = await harness.call('POST', `/changes/${applied_change.id}/undo`, { as: owner });
    t.match(undone, { status: 201, body: { operation: 'delete', target_id: blob?.id } }, undone.text);
    const answer = await applied(scene, undone.body.id);
    t.match(answer.body, { change: { status: 'applied' } }, answer.text);
    t.same(await blobs(scene), []);
  });

  t.test('without an artifact before it the step is refused', async (t) => {
    const params = { controller_id };
    const invoked = await harness.call('POST', '/fabric/operations/storage.store_blob/invoke', {
      as: owner,
      body: { params },
    });
    t.match(invoked, { status: 422, body: { error: { type: 'ARTIFACT_REQUIRED' } } });
    const body = { name: 'x', source_event: 'ingest.external', steps: [storing(scene)] };
    const saved = await harness.call('POST', '/fabric/connections', { as: owner, body });
    t.match(saved, { status: 422, body: { error: { details: [{ type: 'ARTIFACT_REQUIRED' }] } } });
    const id = await connected(scene, [storing(scene)], pictured.type);
    await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => work.events.publish(pictured, {}));
    t.match(await ended(scene, id), { status: 'failed', steps: [{ error: { type: 'ARTIFACT_REQUIRED' } }] });
  });

  t.test('nobody names an artifact in the params', async (t) => {
    const [{ token: known, sha256, size, media_type }] = (await artifacts()) as [never];
    const artifact = { token: known, sha256, size, media_type };
    const answer = await harness.call('POST', '/fabric/operations/storage.store_blob/invoke', {
      as: owner,
      body: { params: { controller_id, artifact } },
    });
    t.equal(answer.status, 422);
  });

  t.test('the artifact of an event reaches the steps', async (t) => {
    const bytes = Buffer.from('the event brought this');
    const artifact = await harness
      .get(KeptArtifacts)
      .put(organization_id, { media_type: 'image/jpeg', bytes }, 'an event');
    const id = await connected(
      scene,
      [{ operation_id: 'pretended.look', params: {} }, storing(scene)],
      pictured.type,
    );
    await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => work.events.publish(pictured, { artifact }));
    const run = await ended(scene, id);
    t.match(run, { status: 'succeeded', steps: [{ output: { size: bytes.length } }, {}] });
    t.same(taken.looks.at(-1), bytes);
    t.match(await changeOf(scene, run.steps[1].change_id), { payload: { artifact } });
  });

  t.test('an event that names an artifact which is not there leads nowhere', async (t) => {
    const other = await harness.organization('Other');
    const foreign = await harness
      .get(KeptArtifacts)
      .put(other, { media_type: 'image/jpeg', bytes: Buffer.from('theirs') }, 'an event');
    for (const artifact of [foreign, { ...foreign, token: '../../secret' }]) {
      const id = await connected(scene, [storing(scene)], pictured.type);
      await harness
        .get(DATABASE)
        .write(systemPrincipal(organization_id), async (work) => work.events.publish(pictured, { artifact }));
      t.match(await ended(scene, id), { status: 'failed', steps: [{ error: { type: 'ARTIFACT_GONE' } }] });
    }
  });

  t.test('a run that was killed between two steps goes on with the very same bytes', async (t) => {
    const run = await ran(scene, [snapshot, { operation_id: 'pretended.look', params: {} }]);
    const [{ artifact }] = run.steps;
    const pictures = taken.pictures.length;
    await behind(scene, (db) =>
      sql`update connections set deleted_at = null where id = ${run.connection_id}::uuid`.execute(db),
    );
    await behind(scene, (db) =>
      sql`update connection_runs r set status = 'running', finished_at = null, lease_until = null, claim_id = null,
          steps = jsonb_build_array(r.steps -> 0, jsonb_set(r.steps -> 1, '{status}', '"running"')),
          sealed_plan = c.sealed_steps
        from connections c where c.id = r.connection_id and r.id = ${run.id}::uuid`.execute(db),
    );
    harness.get(RUN_WORKER).wake();
    const again = await ended(scene, run.connection_id);
    t.match(again, { id: run.id, status: 'succeeded', steps: [{ artifact }, {}] });
    t.equal(taken.pictures.length, pictures, 'no picture was taken again');
    t.equal(hashOf(taken.looks.at(-1)), artifact.sha256);
  });

  t.test('a step that was killed after its bytes were kept keeps nothing twice', async (t) => {
    const before = (await artifacts()).length;
    const run = await ran(scene, [snapshot, storing(scene, 'killed.jpg')]);
    const [{ artifact }, { change_id }] = run.steps;
    await behind(scene, (db) =>
      sql`update connections set deleted_at = null where id = ${run.connection_id}::uuid`.execute(db),
    );
    await behind(scene, (db) =>
      sql`update connection_runs r set status = 'running', finished_at = null, lease_until = null, claim_id = null,
          steps = jsonb_build_array(jsonb_set(r.steps -> 0, '{status}', '"running"') - 'artifact'),
          sealed_plan = c.sealed_steps
        from connections c where c.id = r.connection_id and r.id = ${run.id}::uuid`.execute(db),
    );
    harness.get(RUN_WORKER).wake();
    const again = await ended(scene, run.connection_id);
    t.match(again, { id: run.id, status: 'succeeded', steps: [{ artifact }, { change_id }] });
    t.equal((await artifacts()).length, before + 1);
  });

  t.test('bytes that were altered on the disk are found by their hash; nothing is stored', async (t) => {
    const run = await ran(scene, [snapshot, storing(scene, 'altered.jpg')]);
    const [, { change_id }] = run.steps;
    const row = (await artifacts()).find(({ token: each }) => each === run.steps[0].artifact.token);
    const path = join(artifactFolder(scene), `${row?.id}-${row?.sha256}`);
    const stored = (await blobs(scene)).length;
    await writeFile(path, Buffer.from('picture 0'));
    const answer = await applied(scene, change_id);
    t.match(answer, { status: 502, body: { error: { type: 'adapter_error', message: /SHA-256/ } } });
    t.match(await changeOf(scene, change_id), { status: 'pending', last_error: /SHA-256/ });
    await rm(path);
    t.match(await applied(scene, change_id), { status: 404, body: { error: { type: 'adapter_not_found' } } });
    t.equal((await blobs(scene)).length, stored);
    await writeFile(path, taken.pictures.at(-1) ?? '');
    t.match(await applied(scene, change_id), { status: 200, body: { change: { status: 'applied' } } });
  });

  t.test('a folder that went away fails the step, and the next run finds it again', async (t) => {
    const folder = artifactFolder(scene);
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    const run = await ran(scene, [snapshot, storing(scene)]);
    t.match(run, {
      status: 'failed',
      steps: [{ error: { type: 'ARTIFACT_STORE_FAILED' } }, { status: 'skipped' }],
    });
    await rm(folder);
    await rename(`${folder}-away`, folder);
    t.match(await ran(scene, [snapshot, storing(scene)]), { status: 'succeeded' });
    t.same(
      (await readdir(folder)).filter((name) => name.endsWith('.part')),
      [],
    );
    await mkdir(folder, { recursive: true });
  });

  t.test('an artifact above the limit is refused where it comes up', async (t) => {
    taken.size = 16 * 1_048_576 + 1;
    const run = await ran(scene, [snapshot, storing(scene)]);
    taken.size = 0;
    t.match(run, {
      status: 'failed',
      steps: [{ error: { type: 'ARTIFACT_TOO_LARGE' } }, { status: 'skipped' }],
    });
  });

  t.test('who may write to storage but not to the network cannot stage it', async (t) => {
    const viewer = await harness.person('viewer');
    const body = { params: { controller_id } };
    const answer = await harness.call('POST', '/fabric/operations/storage.store_blob/invoke', {
      as: viewer,
      body,
    });
    t.equal(answer.status, 403);
  });
});

t.test('in a bucket', async (t) => {
  const server = await startS3(t);
  const scene = await setUp(t, { environment: s3Environment(server) });

  t.test('a picture of a chain is staged, reviewed, applied and read back', (t) => storesPictures(t, scene));

  t.test('a bucket that is down fails the step and leaves the change pending', async (t) => {
    const run = await ran(scene, [snapshot, storing(scene, 'down.jpg')]);
    const [, { change_id }] = run.steps;
    await server.close();
    const failed = await ran(scene, [snapshot, storing(scene)]);
    t.match(failed, { status: 'failed', steps: [{ error: { type: 'ARTIFACT_STORE_FAILED' } }, {}] });
    const answer = await applied(scene, change_id);
    t.match(answer, { status: 502, body: { error: { type: 'adapter_connection_error' } } });
    t.match(await changeOf(scene, change_id), { status: 'pending', last_error: /ECONNREFUSED/ });
  });
});
