import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { ProxmoxController } from '@patchbay/lab';
import t from 'tap';
import { KeptArtifacts } from '../services/kept-artifacts.ts';
import { cluster, setUp } from './support/scene.ts';

t.test('health of storage', async (t) => {
  const scene = await setUp(t);
  const { harness, owner, organization_id, site_id } = scene;
  await harness.call('DELETE', `/controllers/${scene.controller_id}`, { as: owner });
  const viewer = await harness.person('viewer');
  const look = (params: object = {}, as = viewer) =>
    harness.call('POST', '/fabric/operations/storage.health/invoke', { as, body: { params } });

  t.test('is that of the artifact store where there is nothing else', async (t) => {
    const none = { kind: 'local', ok: true, detail: null, artifacts: 0, artifact_bytes: 0, blobs: 0 };
    t.match((await look()).body.output, {
      status: 'healthy',
      pools: [],
      unreadable: [],
      artifact_store: none,
    });
    await harness
      .get(KeptArtifacts)
      .put(organization_id, { media_type: 'image/jpeg', bytes: Buffer.from('four') }, 'an effect');
    t.match((await look()).body.output, { artifact_store: { artifacts: 1, artifact_bytes: 4 } });
    const folder = join(harness.get(KERNEL_CONFIG).DATA_DIR, 'artifacts');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, '');
    t.match((await look()).body.output, {
      status: 'degraded',
      artifact_store: { ok: false, detail: 'The folder that keeps artifacts cannot be used.' },
    });
    await rm(folder);
    await rename(`${folder}-away`, folder);
  });

  t.test('tells the pools of hypervisors as they are now', async (t) => {
    const lab = new ProxmoxController({ devices: 9, unauthorized_ms: 1 });
    const controller_id = await cluster(t, scene, lab);
    lab.setPool('pve1', 'tank', 'ONLINE');
    const first = (await look({ controller_id: controller_id })).body.output;
    t.match(first, { status: 'healthy', unreadable: [] });
    const tank = {
      name: 'tank',
      node: 'pve1',
      kind: 'zfs',
      status: 'healthy',
      controller_name: 'cluster',
      site_id,
    };
    t.match(
      first.pools.find(({ name }: { name: string }) => name === 'tank'),
      tank,
    );
    t.ok(first.pools.some(({ used_bytes }: { used_bytes: number }) => used_bytes > 0));
    lab.setPool('pve1', 'tank', 'DEGRADED');
    const second = (await look()).body.output;
    t.equal(second.status, 'degraded');
    t.match(
      second.pools.find(({ name }: { name: string }) => name === 'tank'),
      {
        status: 'degraded',
        detail: 'DEGRADED',
      },
    );
    await lab.power(false);
    t.match((await look()).body.output, { status: 'degraded', pools: [], unreadable: [{ name: 'cluster' }] });
    const stranger = await harness.person('org_admin', await harness.organization('Other'));
    t.equal((await look({ controller_id: controller_id }, stranger)).status, 404);
    t.match((await look({}, stranger)).body.output, { pools: [], artifact_store: { artifacts: 0 } });
  });

  t.test('is for those who may see storage', async (t) => {
    const guest = await harness.person('guest');
    t.equal((await look({}, guest)).status, 403);
  });
});
