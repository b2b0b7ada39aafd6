import t from 'tap';
import { ChangeCalls } from '../services/preview/change-calls.ts';
import { ChangePreviews } from '../services/preview/change-previews.ts';
import { shownCall } from '../services/preview/shown-call.ts';
import { AcmeDevice, acmeFeatures, unreachable } from './support/acme.ts';
import { permissions, person } from './support/pipeline.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';

const { owner, begin } = await pipelineScene(t);

function scene() {
  const process = begin();
  const { database, store, changes, live, ledger, approvals, features } = process;
  const previews = new ChangePreviews({
    database,
    store,
    changes,
    live,
    ledger,
    approvals,
    features,
    permissions,
  });
  return { ...process, previews, calls: new ChangeCalls({ store, features, live }) };
}

/** Everything that changes keep, as text. */
async function stored(): Promise<string> {
  const kept: unknown[] = [];
  for (const table of ['pending_changes', 'change_attempts', 'change_votes', 'change_comments'])
    kept.push((await owner.query(`select * from ${table} order by id`)).rows);
  return JSON.stringify(kept);
}

t.test('a preview shows the device beside what was seen, and writes nothing', async (t) => {
  const { world, changes, previews } = scene();
  const { id } = await changes.stage(operator, update());
  world.device.objects.set('*1', { name: 'red', mtu: 9000 });
  const [before, events] = [await stored(), world.events.length];
  t.match(await previews.preview(operator, id), {
    live: null,
    is_read: false,
    seen: { name: 'red' },
    moved: [],
  });
  t.equal(world.device.reads, 0, 'without being asked the device is not contacted');
  t.match(await previews.preview(operator, id, { live: true }), {
    seen: { name: 'red', mtu: 1500 },
    live: { name: 'red', mtu: 9000 },
    is_read: true,
    moved: ['mtu'],
    change: { id, stale: false, target_name: 'red' },
    may_apply: true,
    obstacles: [],
  });
  t.equal(await stored(), before, 'the database is as before');
  t.equal(world.events.length, events);
  t.equal(world.device.pushes.length, 0);
  world.device.failRead = unreachable();
  t.equal(await refused(previews.preview(operator, id, { live: true })), 'gateway.adapter_connection_error');
});

t.test('a preview names everything that stands against an apply', async (t) => {
  const { world, changes, previews } = scene();
  const { id } = await changes.stage(operator, update());
  world.isGateOpen = false;
  t.same(
    (await previews.preview(operator, id)).obstacles.map((each) => each.id),
    ['changes.gate_closed'],
  );
  world.isGateOpen = true;
  await changes.apply(operator, id, force);
  t.same(
    (await previews.preview(operator, id)).obstacles.map((each) => each.id),
    ['changes.not_pending'],
  );
});

t.test('a preview says who may apply, and why another may not', async (t) => {
  const { changes, previews } = scene();
  const { id } = await changes.stage(person('site_admin'), update({ feature: 'acme.reset', payload: {} }));
  t.match(await previews.preview(operator, id), {
    may_apply: false,
    why_not: String,
    needs: { permissions: ['controller:write'], role: 'site_admin' },
  });
  t.match(await previews.preview(person('site_admin'), id), { may_apply: true, why_not: null });
});

t.test('the calls of a vendor that cannot be rehearsed are not told, and nothing is pushed', async (t) => {
  const { world, changes, calls } = scene();
  const { id } = await changes.stage(operator, update());
  t.same(await calls.of(operator, id), { is_offered: false, calls: [], is_complete: false, reason: null });
  t.equal(world.device.pushes.length, 0);
  t.equal(
    await refused(
      calls.of(person('operator', { organization_id: '01900000-0000-7000-8000-00000000ffff' }), id),
    ),
    'kernel.not_found',
  );
});

t.test('calls are shown without sign-in and secrets', async (t) => {
  const [vlan] = acmeFeatures(new AcmeDevice());
  if (vlan === undefined) throw new Error('no feature');
  const url = 'https://192.0.2.1/api/vlan?id=7&password=hidden';
  const json = shownCall({ url, method: 'POST', body: '{"name":"a","inner":{"password":"hidden"}}' }, vlan);
  t.same(json, {
    method: 'POST',
    path: '/api/vlan?id=7&password=%5Bredacted%5D',
    body: { name: 'a', inner: { password: '[redacted]' } },
  });
  const form = shownCall({ url, method: 'POST', body: 'name=a&password=hidden' }, vlan);
  t.same(form.body, { name: 'a', password: '[redacted]' });
  for (const body of ['<xml>hidden</xml>', Buffer.from('hidden'), 'x'.repeat(70_000), ''])
    t.equal(shownCall({ url, method: 'PUT', body }, vlan).body, null);
});
