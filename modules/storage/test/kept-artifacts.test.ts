import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { sql } from '@patchbay/kernel/database';
import {
  ARTIFACTS,
  type ArtifactReference,
  artifactGone,
  artifactStoreFull,
  artifactTooLarge,
  MAX_ARTIFACT_BYTES,
} from '@patchbay/kernel/fabric';
import t from 'tap';
import { ArtifactSweep } from '../services/artifact-sweep.ts';
import { KeptArtifacts } from '../services/kept-artifacts.ts';
import { taken } from './support/pretended.ts';
import { applied, behind, ran, setUp, snapshot, storing } from './support/scene.ts';

const picture = (text: string) => ({ media_type: 'image/jpeg', bytes: Buffer.from(text) });

t.test('artifacts', async (t) => {
  const scene = await setUp(t, { environment: { ARTIFACT_MAX_ORGANIZATION_BYTES: '2000' } });
  const { harness, owner, organization_id } = scene;
  const store = harness.get(KeptArtifacts);
  const files = async () =>
    (
      await readdir(join(harness.get(KERNEL_CONFIG).DATA_DIR, 'artifacts', organization_id)).catch(() => [])
    ).sort();
  const rows = () => behind(scene, (db) => db.selectFrom('artifacts').selectAll().orderBy('id').execute());
  const pass = () =>
    behind(scene, (db) =>
      sql`update artifacts set kept_until = now() - interval '1 second' where kept_until < 'infinity'`.execute(
        db,
      ),
    );
  const sweep = () => harness.get(ArtifactSweep).sweep();

  t.test('are kept once per key, whatever the repetition brings', async (t) => {
    const first = await store.put(organization_id, picture('one'), 'effect 1');
    t.same(await store.put(organization_id, picture('one'), 'effect 1'), first);
    t.same(await store.put(organization_id, picture('two'), 'effect 1'), first);
    t.match(first, { size: 3, media_type: 'image/jpeg', token: /^[\w-]{43}$/ });
    t.equal((await rows()).length, 1);
    t.equal((await files()).length, 1);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => store.put(organization_id, picture('many'), 'effect 2')),
    );
    t.equal(new Set(many.map(({ token }) => token)).size, 1);
  });

  t.test('of another organization are not there, nor is anything else that nobody gave out', async (t) => {
    const other = await harness.organization('Other');
    const theirs = await store.put(other, picture('theirs'), 'effect');
    await t.rejects(store.get(organization_id, theirs), artifactGone());
    await t.rejects(store.renew(organization_id, theirs), artifactGone());
    t.same((await store.get(other, theirs)).bytes, Buffer.from('theirs'));
    const strange: readonly ArtifactReference[] = [
      { ...theirs, token: '../../../etc/passwd' },
      { ...theirs, token: '' },
      { ...theirs, sha256: 'f'.repeat(64) },
      { ...theirs, size: 1 },
      { ...theirs, media_type: 'text/html' },
    ];
    for (const reference of strange) {
      await t.rejects(store.get(other, reference), artifactGone());
      await t.rejects(store.renew(other, reference), artifactGone());
    }
  });

  t.test('begun by a process that was killed are taken up by the next try', async (t) => {
    const first = await store.put(organization_id, picture('begun'), 'effect 3');
    // State after a process died before the bytes were there.
    await behind(scene, (db) =>
      db.updateTable('artifacts').set({ status: 'storing' }).where('token', '=', first.token).execute(),
    );
    await t.rejects(store.get(organization_id, first), artifactGone());
    t.same(await store.put(organization_id, picture('begun'), 'effect 3'), first);
    t.same((await store.get(organization_id, first)).bytes, Buffer.from('begun'));
  });

  t.test('that are too large, or too many, are refused and leave nothing', async (t) => {
    const before = await rows();
    const huge = { media_type: 'image/jpeg', bytes: Buffer.alloc(MAX_ARTIFACT_BYTES + 1) };
    await t.rejects(harness.get(ARTIFACTS).keep(organization_id, huge, 'huge'), artifactTooLarge());
    await t.rejects(store.put(organization_id, picture('x'.repeat(1_999)), 'full'), artifactStoreFull());
    const some = picture('x'.repeat(1_200));
    await t.rejects(store.put(organization_id, some, 'spare', { spare: true }), artifactStoreFull());
    t.same(await rows(), before);
    t.equal(
      (await store.put(organization_id, some, 'wanted')).size,
      1_200,
      'half is left for what chains need',
    );
    await behind(scene, (db) =>
      db.updateTable('artifacts').set({ kept_until: '2000-01-01' }).where('key', '=', 'wanted').execute(),
    );
    t.equal(await sweep(), 1);
  });

  t.test('are swept when their time is over and nobody needs them', async (t) => {
    await sweep();
    t.equal((await rows()).length, 4, 'not before');
    await pass();
    t.equal(await sweep(), 4);
    t.same(await rows(), []);
    t.same(await files(), []);
  });

  t.test('stay while a change waits for its review, and while a blob is made of them', async (t) => {
    const run = await ran(scene, [snapshot, storing(scene)]);
    const [{ artifact }, { change_id }] = run.steps;
    await pass();
    t.equal(await sweep(), 0, 'held by the change');
    t.same((await store.get(organization_id, artifact)).bytes, taken.pictures.at(-1));
    const answer = await applied(scene, change_id);
    t.equal(answer.status, 200, answer.text);
    await pass();
    t.equal(await sweep(), 0, 'held by the blob');
    t.same((await store.get(organization_id, artifact)).bytes, taken.pictures.at(-1));
    const undone = await harness.call('POST', `/changes/${change_id}/undo`, { as: owner });
    t.equal((await applied(scene, undone.body.id)).status, 200);
    await pass();
    t.equal(await sweep(), 1);
    await t.rejects(store.get(organization_id, artifact), artifactGone());
  });

  t.test('of a discarded change are swept', async (t) => {
    const run = await ran(scene, [snapshot, storing(scene)]);
    const [{ artifact }, { change_id }] = run.steps;
    const path = `/gateway-vpn/changes/${change_id}/discard`;
    t.equal((await harness.call('POST', path, { as: owner })).status, 200);
    await pass();
    t.equal(await sweep(), 1);
    await t.rejects(store.renew(organization_id, artifact), artifactGone());
  });

  t.test(
    'that somebody holds on to in the moment of a sweep are kept whole, or said to be gone',
    async (t) => {
      const many = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          store.put(organization_id, picture(`p${index}`), `race ${index}`),
        ),
      );
      await pass();
      const [, , ...renewed] = await Promise.all([
        sweep(),
        sweep(),
        ...many.map((each) =>
          store.renew(organization_id, each).then(
            () => true,
            () => false,
          ),
        ),
      ]);
      await sweep();
      for (const [index, reference] of many.entries()) {
        const isThere = await store.get(organization_id, reference).then(
          () => true,
          () => false,
        );
        t.equal(isThere, renewed[index], `artifact ${index}`);
      }
      await pass();
      await sweep();
      t.same(await files(), []);
    },
  );

  t.test('left half removed by a killed process are removed by the next sweep', async (t) => {
    const first = await store.put(organization_id, picture('half'), 'effect 4');
    await behind(scene, (db) =>
      db.updateTable('artifacts').set({ status: 'removing' }).where('token', '=', first.token).execute(),
    );
    await t.rejects(store.put(organization_id, picture('half'), 'effect 4'), {
      message: 'The artifact is being removed.',
    });
    await pass();
    t.equal(await sweep(), 1);
    t.same(await files(), []);
    t.not((await store.put(organization_id, picture('half'), 'effect 4')).token, first.token);
  });
});
