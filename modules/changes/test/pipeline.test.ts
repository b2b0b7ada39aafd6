import { PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { AdapterError } from '@patchbay/module-gateway/contract';
import t from 'tap';
import type { ChangePage, StageInput } from '../contract.ts';
import { unreachable } from './support/acme.ts';
import { testDatabase } from './support/database.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { CONTROLLER, ORGANIZATION, OTHER_ORGANIZATION, OTHER_SITE, SITE } from './support/rows.ts';

const { connect, owner } = await testDatabase(t);
const operator = person('operator');
const force = { force: true } as const;

const update = (facts: Partial<StageInput> = {}): StageInput => ({
  controller_id: CONTROLLER,
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
  ...facts,
});

/** A fresh world whose device has one VLAN, known from the last sync. */
function begin() {
  const world = new World();
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
  return { world, ...startProcess(connect(), world, '01900000-0000-7000-8000-000000000001') };
}

const idOf = (error: unknown): string => (error instanceof PatchbayError ? error.id : String(error));
const refused = async (work: Promise<unknown>): Promise<string | null> => work.then(() => null, idOf);

t.test('staging stores the reviewed write, tells it, and contacts no device', async (t) => {
  const { world, changes } = begin();
  const view = await changes.stage(operator, update({ notes: 'why', causation: ['cause'] }));
  t.match(view, {
    organization_id: ORGANIZATION,
    controller_id: CONTROLLER,
    site_id: SITE,
    vendor: 'acme',
    area: 'interfaces',
    feature: 'acme.vlan',
    operation: 'update',
    target_id: '*1',
    payload: { name: 'blue' },
    notes: 'why',
    staged_by: operator.user_id,
    status: 'pending',
    risk: 'normal',
    diff: [{ field: 'name', before: 'red', after: 'blue' }],
    diff_base: 'synced',
    stale: false,
    last_error: null,
    last_outcome: null,
    approvals: { required: 0, given: 0, votes: [] },
  });
  t.match(world.events, [
    {
      type: 'controller.change.staged',
      causation: ['cause'],
      payload: { change_id: view.id, status: 'pending' },
    },
  ]);
  t.same(world.audits, ['changes.stage']);
  t.same(world.jobs, [{ change_id: view.id, organization_id: ORGANIZATION }]);
  t.equal(world.device.reads, 0);
});

t.test('what cannot be staged is refused and leaves nothing', async (t) => {
  const { world, changes } = begin();
  const stage = (facts: Partial<StageInput>, who = operator) => refused(changes.stage(who, update(facts)));
  t.equal(await stage({ feature: 'acme.vlan.other' }), 'kernel.not_found');
  t.equal(await stage({}, person('viewer')), 'kernel.forbidden');
  t.equal(await stage({ feature: 'acme.reset', target_id: undefined, payload: {} }), 'kernel.forbidden');
  t.equal(await stage({ controller_id: OTHER_SITE }), 'kernel.not_found');
  t.equal(await stage({ site_id: OTHER_SITE }), 'kernel.not_found');
  t.equal(
    await stage({ feature: 'acme.reset', operation: 'delete' }, person('admin')),
    'kernel.validation_failed',
  );
  t.equal(await stage({ target_id: undefined }), 'kernel.validation_failed');
  t.equal(await stage({ payload: { colour: 'blue' } }), 'kernel.validation_failed');
  t.equal(await stage({ notes: 'x'.repeat(4_001) }), 'kernel.validation_failed');
  t.equal(await stage({ payload: { name: 'a\0b' } }), 'kernel.validation_failed');
  t.same(world.events, []);
  t.equal(
    await stage({ feature: 'acme.reset', target_id: undefined, payload: {} }, person('site_admin')),
    null,
  );
});

t.test('secrets go to the device and are shown to nobody', async (t) => {
  const { world, changes, store } = begin();
  const { id, payload } = await changes.stage(
    operator,
    update({ payload: { name: 'blue', password: 'hunter2' } }),
  );
  t.same(payload, { name: 'blue', password: '[redacted]' });
  await changes.apply(operator, id, force);
  t.same(world.device.pushes[0]?.payload, { name: 'blue', password: 'hunter2' });
  const seen = JSON.stringify([await store.history(operator, id), world.events]);
  t.notMatch(seen, 'hunter2');
  const { rows } = await owner.query(
    'select p::text as row, a::text as attempt from pending_changes p join change_attempts a on a.change_id = p.id where p.id = $1',
    [id],
  );
  t.notMatch(JSON.stringify(rows), 'hunter2');
});

t.test('an applied change was pushed once, read back, and the next diff starts from it', async (t) => {
  const { world, changes, store } = begin();
  const { id } = await changes.stage(operator, update({ causation: ['cause'] }));
  const { change, attempt } = await changes.apply(operator, id, force);
  t.match(change, {
    id,
    status: 'applied',
    last_outcome: 'succeeded',
    last_error: null,
    applied_by: operator.user_id,
  });
  t.match(attempt, {
    outcome: 'succeeded',
    before: { name: 'red', mtu: 1500 },
    after: { name: 'blue', mtu: 1500 },
    sent_hash: /^[0-9a-f]{64}$/,
    error: null,
    actor_id: operator.user_id,
  });
  t.same(world.device.pushes, [
    { attempt_id: attempt.id, operation: 'update', target_id: '*1', payload: { name: 'blue' } },
  ]);
  t.match(world.events.at(-1), {
    type: 'controller.change.applied',
    causation: [],
    payload: { change_id: id, status: 'applied', applied_at: change.applied_at, actor_id: operator.user_id },
  });
  t.same(world.audits, ['changes.stage', 'changes.apply', 'changes.succeeded']);
  t.same(world.synced.get('vlan *1'), { name: 'blue', mtu: 1500 });
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.not_pending');
  t.equal(await refused(changes.discard(operator, id, { force: true })), 'changes.not_pending');
  const { attempts } = await store.history(operator, id);
  t.equal(attempts.length, 1);
});

t.test('text of a device that cannot be stored neither stops an apply nor makes it stale', async (t) => {
  const { world, changes } = begin();
  world.device.objects.set('*1', { name: 'red', mtu: 1500, comment: 'a\0b\ud83d' });
  world.synced.set('vlan *1', { name: 'red', mtu: 1500, comment: 'ab\ufffd' });
  const { id } = await changes.stage(operator, update());
  const { attempt } = await changes.apply(operator, id, force);
  t.match(attempt, { outcome: 'succeeded', before: { comment: 'ab\ufffd' }, after: { name: 'blue' } });
});

t.test("causation ends at a person's apply and goes on through a key's", async (t) => {
  const { world, changes } = begin();
  const key = person('operator', { kind: 'api_key', key_id: OTHER_SITE });
  const { id } = await changes.stage(operator, update({ causation: ['cause'] }));
  await changes.apply(key, id, force);
  t.same(world.events.at(-1)?.causation, ['cause']);
});

t.test('a creation tells the id the device gave', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update({ operation: 'create', target_id: undefined }));
  const { attempt } = await changes.apply(operator, id, force);
  t.equal(attempt.target_id, '*2');
  t.match(world.events.at(-1)?.payload, { target_id: '*2' });
});

t.test(
  'a change whose object moved is refused, shows the new diff, and applies once that is accepted',
  async (t) => {
    const { world, changes, store } = begin();
    const { id } = await changes.stage(operator, update());
    world.device.objects.set('*1', { name: 'green', mtu: 1500 });
    t.equal(await refused(changes.apply(operator, id, force)), 'changes.stale');
    t.match(await changes.get(operator, id), {
      status: 'pending',
      stale: true,
      last_outcome: null,
      diff_base: 'live',
      diff: [{ field: 'name', before: 'green', after: 'blue' }],
    });
    t.same((await store.history(operator, id)).attempts, []);
    t.equal(world.device.pushes.length, 0);
    t.match(await changes.apply(operator, id, { ...force, accept_stale: true }), {
      change: { status: 'applied', stale: false },
    });
  },
);

t.test('a refresh reads live and tells whether it moved', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update());
  t.match(await changes.get(operator, id, { refresh: true }), { stale: false, diff_base: 'live' });
  world.device.objects.set('*1', { name: 'red', mtu: 9000 });
  t.match(await changes.get(operator, id, { refresh: true }), { stale: true });
  world.device.failRead = unreachable();
  t.equal(await refused(changes.get(operator, id, { refresh: true })), 'gateway.adapter_connection_error');
  t.match(await changes.get(operator, id), { stale: true });
});

t.test('without a synced value the first live value is what was seen', async (t) => {
  const { world, changes } = begin();
  world.synced.clear();
  const { id, diff_base } = await changes.stage(operator, update());
  t.equal(diff_base, 'none');
  t.match(await changes.get(operator, id, { refresh: true }), { stale: false, diff_base: 'live' });
  world.device.objects.set('*1', { name: 'green' });
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.stale');
});

t.test('a device that cannot be reached fails the attempt and leaves the change pending', async (t) => {
  const { world, changes, store } = begin();
  const { id } = await changes.stage(operator, update());
  world.device.failRead = unreachable();
  t.equal(await refused(changes.apply(operator, id, force)), 'gateway.adapter_connection_error');
  t.match(await changes.get(operator, id), {
    status: 'pending',
    last_outcome: 'failed',
    last_error: 'connection refused',
  });
  t.match((await store.history(operator, id)).attempts, [{ outcome: 'failed', sent_hash: null }]);
  t.match(world.events.at(-1), {
    type: 'controller.change.failed',
    payload: { status: 'pending', reason: 'connection refused' },
  });
  world.device.failRead = null;
  t.match(await changes.apply(operator, id, force), { change: { status: 'applied', last_error: null } });
});

t.test('an unknown outcome is never tried again by itself and wants to be acknowledged', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update());
  world.device.failPush = new AdapterError('adapter_timeout', 'unknown', 'no answer');
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.outcome_unknown');
  t.match(await changes.get(operator, id), {
    status: 'pending',
    last_outcome: 'unknown',
    last_error: 'no answer',
  });
  t.match(world.events.at(-1), { type: 'controller.change.failed', payload: { reason: 'no answer' } });
  world.device.failPush = null;
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.unacknowledged');
  t.equal(await refused(changes.discard(operator, id, { force: false })), 'changes.unacknowledged');
  t.equal(world.device.pushes.length, 1);
  t.match(await changes.apply(operator, id, { ...force, acknowledge_unknown: true }), {
    change: { status: 'applied' },
  });
  t.equal(world.device.pushes.length, 2);
});

t.test('a stale refusal in between does not make an unknown outcome known', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update());
  world.device.failPush = new AdapterError('adapter_timeout', 'unknown', 'no answer');
  await refused(changes.apply(operator, id, force));
  world.device.objects.set('*1', { name: 'green' });
  t.equal(
    await refused(changes.apply(operator, id, { ...force, acknowledge_unknown: true })),
    'changes.stale',
  );
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.unacknowledged');
});

t.test('with the gate closed nothing is pushed, while staging and discarding work', async (t) => {
  const { world, changes, store } = begin();
  world.isGateOpen = false;
  const { id } = await changes.stage(operator, update());
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.gate_closed');
  world.device.failRead = unreachable();
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.gate_closed');
  world.device.failRead = null;
  world.device.objects.set('*1', { name: 'green' });
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.stale');
  t.same((await store.history(operator, id)).attempts, []);
  t.equal(world.device.pushes.length, 0);
  t.match(await changes.discard(operator, id, { force: false }), {
    status: 'discarded',
    discarded_by: operator.user_id,
  });
});

t.test('a gate that closes, and authority that goes, between claim and push stop the push', async (t) => {
  const { world, changes, store } = begin();
  const { id } = await changes.stage(operator, update());
  world.device.duringRead = async () => {
    world.isGateOpen = false;
  };
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.gate_closed');
  world.isGateOpen = true;
  world.device.duringRead = async () => {
    world.revalidated = (principal) => ({ ...principal, role: 'viewer' });
  };
  t.equal(await refused(changes.apply(operator, id, force)), 'kernel.forbidden');
  world.revalidated = () => null;
  t.equal(await refused(changes.apply(operator, id, force)), 'kernel.unauthenticated');
  t.equal(world.device.pushes.length, 0);
  t.same((await store.history(operator, id)).attempts, []);
  t.match(await changes.get(operator, id), { status: 'pending', last_outcome: null });
});

t.test('changes of another organization or outside the site grants do not exist', async (t) => {
  const { changes, store } = begin();
  const { id } = await changes.stage(operator, update());
  const strangers = [
    person('super_admin', { organization_id: OTHER_ORGANIZATION }),
    person('org_admin', { site_ids: [OTHER_SITE] }),
  ];
  for (const stranger of strangers) {
    t.equal(await refused(changes.get(stranger, id)), 'kernel.not_found');
    t.equal(await refused(changes.apply(stranger, id, force)), 'kernel.not_found');
    t.equal(await refused(changes.discard(stranger, id, { force: true })), 'kernel.not_found');
    t.equal(await refused(store.history(stranger, id)), 'kernel.not_found');
    t.same(await changes.list(stranger, {}, { page: 1, per_page: 50 }), { items: [], total: 0 });
  }
  t.equal(await refused(changes.apply(person('viewer'), id, force)), 'kernel.forbidden');
  t.equal(await refused(changes.apply(operator, id, { force: 'true' })), 'changes.force_required');
});

t.test('lists are newest first, filtered, and counted by the same conditions', async (t) => {
  await owner.query('truncate pending_changes cascade');
  const { changes } = begin();
  const ids: string[] = [];
  for (const notes of ['100% sure', 'plain', 'a_b'])
    ids.unshift((await changes.stage(operator, update({ notes }))).id);
  await changes.discard(operator, String(ids[0]), { force: false });
  const found = async (filter: object, page: ChangePage = { page: 1, per_page: 50 }) => {
    const { items, total } = await changes.list(operator, filter, page);
    return [items.map(({ id }) => id), total];
  };
  t.same(await found({}), [ids, 3]);
  t.same(await found({}, { page: 2, per_page: 2 }), [[ids[2]], 3]);
  t.same(await found({ status: 'discarded' }), [[ids[0]], 1]);
  t.same(
    await found({
      areas: ['interfaces'],
      vendor: 'acme',
      feature: 'acme.vlan',
      controller_id: CONTROLLER,
      site_id: SITE,
    }),
    [ids, 3],
  );
  t.same(await found({ areas: [] }), [[], 0]);
  t.same(await found({ vendor: 'other' }), [[], 0]);
  t.same(await found({ search: '%' }), [[ids[2]], 1]);
  t.same(await found({ search: '_B' }), [[ids[0]], 1]);
  t.same(await found({}, { page: 1, per_page: 50, sort: 'created_at' }), [[...ids].reverse(), 3]);
});

t.test('the system reads every change of its organization', async (t) => {
  const { changes } = begin();
  const { id } = await changes.stage(operator, update());
  t.match(await changes.get(systemPrincipal(ORGANIZATION), id), { id });
});
