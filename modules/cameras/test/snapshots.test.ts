import { createHash } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import jpeg from 'jpeg-js';
import t from 'tap';
import { cameraAtGate } from './support/gate.ts';

t.test('a camera', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const viewer = await platform.person('viewer');
  const call = platform.call.bind(platform);
  const { controller_id, lab, site_id, sync } = await cameraAtGate(t, platform);
  t.match(await sync(), { status: 'succeeded', created: 1 });
  const found = await call('GET', '/devices?search=gate', { as: viewer });
  t.match(found.body, { items: [{ kind: 'camera', name: 'gate', status: 'online', model: 'LabCam 2' }] });
  const camera_id = found.body.items[0].id;
  const take = (id: unknown, as = viewer) =>
    call('POST', '/fabric/operations/cameras.snapshot/invoke', { as, body: { params: { camera_id: id } } });
  const events = async (type: string) =>
    (await call('GET', `/events?event_type=${type}`, { as: owner })).body.items;

  t.test('hands out what it sees, and tells that it did', async (t) => {
    const answer = await take(camera_id);
    t.match(answer, {
      status: 200,
      body: { output: { camera_id, name: 'gate', site_id }, artifact: { media_type: 'image/jpeg' } },
    });
    const bytes = Buffer.from(answer.body.artifact.data, 'base64');
    t.match(jpeg.decode(bytes), { width: 320, height: 180 });
    t.equal(createHash('sha256').update(bytes).digest('hex'), answer.body.artifact.sha256);
    const again = await take(camera_id);
    t.not(again.body.artifact.sha256, answer.body.artifact.sha256);
    const [told] = await waitFor('the events', async () => {
      const items = await events('camera.snapshot.captured');
      return items.length === 2 ? items : null;
    });
    t.match(told.payload, {
      camera_id,
      artifact: { sha256: again.body.artifact.sha256, media_type: 'image/jpeg' },
    });
  });

  t.test('is not there for others, and no other device is one', async (t) => {
    const stranger = await platform.person('org_admin', await platform.organization('Other'));
    t.equal((await take(camera_id, stranger)).status, 404);
    t.equal((await take(controller_id)).status, 404);
    t.equal((await take('../../etc')).status, 422);
    t.equal((await take({ $ne: null })).status, 422);
    t.equal((await take(camera_id, await platform.person('guest'))).status, 403);
  });

  t.test('its picture is stored by a chain, reviewed and applied', async (t) => {
    const connection = await call('POST', '/fabric/connections', {
      as: owner,
      body: {
        name: 'Keep the gate',
        source_event: 'ingest.external',
        steps: [
          { operation_id: 'cameras.snapshot', params: { camera_id: '{{trigger.payload.camera_id}}' } },
          {
            operation_id: 'storage.store_blob',
            params: { controller_id, name: '{{steps.0.output.name}} {{steps.0.output.taken_at}}' },
          },
        ],
      },
    });
    t.equal(connection.status, 201, connection.text);
    await platform
      .get(DATABASE)
      .write(systemPrincipal(owner.organization_id), async (work) =>
        work.events.publish(ingestExternal, { name: null, payload: { camera_id } }),
      );
    const run = await waitFor('the run', async () => {
      const { body } = await call('GET', `/fabric/connections/${connection.body.id}/runs`, { as: owner });
      return body.items[0]?.finished_at ? body.items[0] : null;
    });
    t.match(run, { status: 'succeeded', steps: [{ artifact: { token: String } }, { change_id: String }] });
    const { sha256 } = run.steps[0].artifact;
    const applied = await call('POST', `/gateway-vpn/changes/${run.steps[1].change_id}/apply`, {
      as: owner,
      body: { force: true },
    });
    t.match(applied.body, { change: { status: 'applied' }, attempt: { after: { sha256, name: /^gate 2/ } } });
  });

  t.test(
    'the event of a picture brings it to other chains; a chain that would meet itself is refused',
    async (t) => {
      const store = { operation_id: 'storage.store_blob', params: { controller_id } };
      const source_event = 'camera.snapshot.captured';
      const made = await call('POST', '/fabric/connections', {
        as: owner,
        body: { name: 'Keep all', source_event, steps: [store] },
      });
      t.equal(made.status, 201, made.text);
      const taken = await take(camera_id);
      const run = await waitFor('the run', async () => {
        const { body } = await call('GET', `/fabric/connections/${made.body.id}/runs`, { as: owner });
        return body.items[0]?.finished_at ? body.items[0] : null;
      });
      const change = await call('GET', `/changes/${run.steps[0].change_id}`, { as: owner });
      t.match(change.body, { payload: { artifact: { sha256: taken.body.artifact.sha256 } } });
      const again = { operation_id: 'cameras.snapshot', params: { camera_id } };
      const looped = await call('POST', '/fabric/connections', {
        as: owner,
        body: { name: 'Loop', source_event, steps: [again] },
      });
      t.equal(looped.status, 422, looped.text);
    },
  );

  t.test('that is switched off is told once, and once when it is back', async (t) => {
    await lab.power(false);
    t.match(await take(camera_id), { status: 502, body: { error: { type: 'adapter_connection_error' } } });
    await sync();
    await sync();
    await waitFor('it to be offline', async () => (await events('camera.status.offline')).length === 1);
    await lab.power(true);
    await waitFor('it to be read again', async () => ((await sync()).status === 'succeeded' ? true : null));
    await waitFor('it to be back', async () => (await events('camera.status.online')).length === 1);
    t.match(await events('camera.status.offline'), [{ payload: { camera_id, name: 'gate', site_id } }]);
    t.equal((await take(camera_id)).status, 200);
  });
});
