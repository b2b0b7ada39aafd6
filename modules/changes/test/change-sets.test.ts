import { PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { AdapterError } from '@patchbay/module-gateway/contract';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { testDatabase } from './support/database.ts';
import { setPerson } from './support/people.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { StepQueue, startReview } from './support/review.ts';
import { CONTROLLER, ORGANIZATION, OTHER_ORGANIZATION, OTHER_SITE, USER } from './support/rows.ts';

const { connect, owner } = await testDatabase(t);
const operator = person('operator');
const FIRST = '01900000-0000-7000-8000-000000000001';
const SECOND = '01900000-0000-7000-8000-000000000002';

const idOf = (error: unknown): string => (error instanceof PatchbayError ? error.id : String(error));
const refused = async (work: Promise<unknown>): Promise<string | null> => work.then(() => null, idOf);
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function begin() {
  await setPerson(owner, USER);
  const world = new World();
  const queue = new StepQueue();
  const start = (owner_id: string) => {
    const process = startProcess(connect(owner_id), world, owner_id);
    return { ...process, ...startReview(process, { queue }) };
  };
  const first = start(FIRST);
  const stage = async (count: number, facts: Partial<StageInput> = {}) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const target_id = `*${world.device.objects.size + 1}`;
      world.device.objects.set(target_id, { name: 'red' });
      world.synced.set(`vlan ${target_id}`, { name: 'red' });
      const input: StageInput = {
        controller_id: CONTROLLER,
        feature: 'acme.vlan',
        operation: 'update',
        target_id,
        payload: { name: 'blue' },
        ...facts,
      };
      ids.push((await first.changes.stage(operator, input)).id);
    }
    return ids;
  };
  const apply = async (changes: readonly string[], facts: object = {}) => {
    const { id } = await first.sets.create(operator, { name: 'tonight', changes: [...changes], ...facts });
    await first.sets.apply(operator, id, true);
    return id;
  };
  const outcomes = async (id: string) =>
    (await first.sets.get(operator, id)).changes.map(({ outcome }) => outcome);
  const statuses = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await first.changes.get(operator, id)).status));
  return { world, start, stage, apply, outcomes, statuses, ...first };
}

/** Fails the push of these targets. */
function failing(world: World, targets: readonly string[], outcome: 'refused' | 'unknown' = 'refused') {
  world.device.duringPush = async () => {
    if (!targets.includes(String(world.device.pushes.at(-1)?.target_id))) return;
    throw new AdapterError('adapter_error', outcome, 'no room left');
  };
}

const expireLeases = () =>
  owner.query(`update change_attempts set lease_until = now() - interval '1 second'`);

t.test('a set applies its changes in their order, tells each, and ends', async (t) => {
  const { world, stage, apply, work, sets } = await begin();
  const ids = (await stage(3)).reverse();
  const id = await apply(ids);
  t.match(await sets.get(operator, id), { status: 'running', total: 3, done: 0, applied_by: USER });
  await work();
  const set = await sets.get(operator, id);
  t.match(set, { status: 'finished', reason: null, total: 3, done: 3 });
  t.match(
    set.changes,
    ids.map((change_id, position) => ({
      change_id,
      position,
      outcome: 'applied',
      change_status: 'applied',
      error: null,
    })),
  );
  t.same(
    world.device.pushes.map(({ target_id }) => target_id),
    ['*3', '*2', '*1'],
  );
  const told = world.events.filter(({ type }) => type.startsWith('controller.change_set'));
  t.match(told, [
    ...ids.map((change_id, index) => ({
      type: 'controller.change_set.progress',
      payload: { change_set_id: id, change_id, outcome: 'applied', done: index + 1, total: 3 },
    })),
    {
      type: 'controller.change_set.finished',
      payload: { change_set_id: id, status: 'finished', outcomes: { applied: 3 }, actor_id: USER },
    },
  ]);
});

t.test('a set is made of pending changes that its maker could apply, each in one open set', async (t) => {
  const { stage, sets, changes, apply, work } = await begin();
  const ids = await stage(3);
  const make = (changeIds: readonly string[], who = operator, facts: object = {}) =>
    refused(sets.create(who, { name: 'x', changes: [...changeIds], ...facts }));
  t.equal(await make(ids, person('viewer')), 'kernel.forbidden');
  t.equal(await make([...ids, OTHER_SITE]), 'kernel.not_found');
  t.equal(await make(ids, person('operator', { organization_id: OTHER_ORGANIZATION })), 'kernel.not_found');
  t.equal(await make(ids, person('operator', { site_ids: [OTHER_SITE] })), 'kernel.not_found');
  t.equal(await make([...ids, String(ids[0])]), 'kernel.validation_failed');
  t.equal(await make(ids, operator, { apply_at: inMs(400 * 86_400_000) }), 'kernel.validation_failed');
  await changes.discard(operator, String(ids[2]), { force: false });
  t.equal(await make(ids), 'changes.not_pending');
  const open = ids.slice(0, 2);
  t.same((await Promise.all([make(open), make(open)])).sort(), ['changes.in_another_set', null]);
  const [reset] = await stage(1);
  await apply([String(reset)]);
  await work();
  t.equal(await make([String(reset)]), 'changes.not_pending');
});

t.test('a draft does nothing until it is applied with force, by somebody who may', async (t) => {
  const { stage, sets, queue } = await begin();
  const { id } = await sets.create(operator, { name: 'x', changes: await stage(1) });
  t.same(queue.waiting, []);
  t.equal(await refused(sets.apply(person('viewer'), id, true)), 'kernel.forbidden');
  t.equal(await refused(sets.apply(systemPrincipal(ORGANIZATION), id, true)), 'kernel.forbidden');
  t.equal(await refused(sets.apply(operator, id, 'true')), 'changes.force_required');
  t.equal(
    await refused(sets.apply(person('operator', { site_ids: [OTHER_SITE] }), id, true)),
    'kernel.not_found',
  );
  const both = await Promise.all([
    refused(sets.apply(operator, id, true)),
    refused(sets.apply(operator, id, true)),
  ]);
  t.same(both.sort(), ['changes.set_not_open', null]);
  t.equal(queue.waiting.length, 1);
});

t.test('a failure stops the set: the rest stays pending and says why', async (t) => {
  const { world, stage, apply, work, sets, outcomes, statuses } = await begin();
  const ids = await stage(4);
  failing(world, ['*2']);
  const id = await apply(ids);
  await work();
  t.same(await outcomes(id), ['applied', 'failed', 'not_run', 'not_run']);
  t.same(await statuses(ids), ['applied', 'pending', 'pending', 'pending']);
  const set = await sets.get(operator, id);
  t.match(set, { status: 'stopped', reason: /Change 2 was not applied. no room left/, done: 4 });
  t.match(set.changes[1], {
    error: 'no room left',
    error_type: 'adapter_error',
    attempt_id: /^[0-9a-f-]{36}$/,
  });
  t.match(set.changes[2], { error: /Change 2 was not applied/ });
  t.equal(world.device.pushes.length, 2);
  t.equal(
    await refused(sets.create(operator, { name: 'again', changes: ids.slice(1) })),
    null,
    'they are free',
  );
});

t.test('a set that does not stop goes past failures, but never past an unknown outcome', async (t) => {
  const { world, stage, apply, work, sets, outcomes } = await begin();
  const ids = await stage(4);
  failing(world, ['*1']);
  const id = await apply(ids.slice(0, 2), { stop_on_failure: false });
  await work();
  t.same(await outcomes(id), ['failed', 'applied']);
  t.match(await sets.get(operator, id), { status: 'finished' });
  failing(world, ['*3'], 'unknown');
  const second = await apply(ids.slice(2), { stop_on_failure: false });
  await work();
  t.same(await outcomes(second), ['unknown', 'not_run']);
  t.match(await sets.get(operator, second), { status: 'stopped', reason: /unknown outcome/ });
});

t.test('canaries go first, and the set pauses until somebody continues it', async (t) => {
  const { world, stage, apply, work, sets, outcomes, queue } = await begin();
  const id = await apply(await stage(4), { canary: 2 });
  await work();
  t.same(await outcomes(id), ['applied', 'applied', 'pending', 'pending']);
  t.match(await sets.get(operator, id), { status: 'paused', done: 2 });
  t.same(queue.waiting, []);
  t.equal(await refused(sets.apply(operator, id, true)), 'changes.set_not_open');
  t.equal(await refused(sets.continue(person('viewer'), id)), 'kernel.forbidden');
  await sets.continue(operator, id);
  t.equal(await refused(sets.continue(operator, id)), 'changes.set_not_open');
  await work();
  t.match(await sets.get(operator, id), { status: 'finished' });
  t.equal(world.device.pushes.length, 4);
  const all = await apply(await stage(2), { canary: 2 });
  await work();
  t.match(await sets.get(operator, all), { status: 'finished' }, 'nothing is left to wait for');
});

t.test('a cancelled set sends nothing further', async (t) => {
  const { world, stage, apply, work, sets, outcomes, statuses, queue } = await begin();
  const ids = await stage(3);
  const id = await apply(ids);
  await work(1);
  t.equal(await refused(sets.cancel(person('viewer'), id)), 'kernel.forbidden');
  t.match(await sets.cancel(operator, id), { status: 'cancelled' });
  t.equal(await refused(sets.cancel(operator, id)), 'changes.set_not_open');
  t.equal(queue.waiting.length, 1, 'the step that waited finds nothing to do');
  await work();
  t.same(await outcomes(id), ['applied', 'not_run', 'not_run']);
  t.same(await statuses(ids), ['applied', 'pending', 'pending']);
  t.equal(world.device.pushes.length, 1);
});

t.test('a set that is cancelled between its step and the claim pushes nothing', async (t) => {
  const { world, stage, apply, runner, steps, sets, outcomes } = await begin();
  const id = await apply(await stage(2));
  t.ok(await steps.begin(ORGANIZATION, id));
  await sets.cancel(operator, id);
  await runner.step(ORGANIZATION, id);
  t.same(await outcomes(id), ['not_run', 'not_run']);
  t.equal(world.device.pushes.length, 0);
});

t.test('a change that is on its way when the set is cancelled gets its outcome', async (t) => {
  const { world, stage, apply, work, sets, outcomes } = await begin();
  const id = await apply(await stage(2));
  world.device.duringPush = async () => {
    await sets.cancel(operator, id);
  };
  await work();
  t.same(await outcomes(id), ['applied', 'not_run']);
  t.match(await sets.get(operator, id), { status: 'cancelled' });
});

t.test('authority is that of whoever applied the set, as it is at every change', async (t) => {
  for (const facts of [{ role: 'viewer' }, { is_active: false }, { site_ids: [OTHER_SITE] }] as const) {
    const { world, stage, apply, work, sets, outcomes } = await begin();
    const id = await apply(await stage(3));
    await work(1);
    await setPerson(owner, USER, facts);
    await work();
    t.same(await outcomes(id), ['applied', 'refused', 'not_run']);
    t.equal(world.device.pushes.length, 1);
    t.match(await sets.get(operator, id), { status: 'stopped', reason: /refused/ });
  }
});

t.test('a key that is revoked meanwhile applies nothing more', async (t) => {
  const { world, stage, sets, work, outcomes } = await begin();
  const key = person('operator', { kind: 'api_key', key_id: FIRST, session_id: null, scopes: ['network:*'] });
  const { id } = await sets.create(key, { name: 'x', changes: await stage(2) });
  await sets.apply(key, id, true);
  world.revalidated = (principal) => (principal.key_id === FIRST ? key : principal);
  await work(1);
  world.revalidated = (principal) => (principal.key_id === FIRST ? null : principal);
  await work();
  t.same(await outcomes(id), ['applied', 'refused']);
});

t.test('gate, freeze, approvals and staleness are asked for every change of a set', async (t) => {
  const { world, stage, apply, work, sets, outcomes, freezes, policies } = await begin();
  const admin = person('org_admin');
  const last = async () => {
    const id = await apply(await stage(1));
    await work();
    const [item] = (await sets.get(operator, id)).changes;
    return [item?.outcome, item?.error_type];
  };
  world.isGateOpen = false;
  t.same(await last(), ['refused', 'changes.gate_closed']);
  world.isGateOpen = true;
  const { id: policy } = await policies.create(admin, { feature_pattern: '**', min_approvers: 1 });
  t.same(await last(), ['refused', 'changes.approval_missing']);
  await policies.remove(admin, policy, null);
  const freeze = await freezes.create(admin, {
    starts_at: inMs(-1_000),
    ends_at: inMs(60_000),
    reason: 'no',
  });
  t.same(await last(), ['refused', 'changes.frozen']);
  await freezes.remove(admin, freeze.id, null);
  const ids = await stage(1);
  for (const key of world.device.objects.keys()) world.device.objects.set(key, { name: 'moved' });
  const stale = await apply(ids);
  await work();
  t.same(await outcomes(stale), ['refused']);
  t.equal(world.device.pushes.length, 0);
});

t.test(
  'a set whose process dies at any point of a step, again and again, applies nothing twice',
  async (t) => {
    const { world, stage, apply, steps, runner, sets, outcomes, applier, ledger, recovery, work, start } =
      await begin();
    const ids = await stage(4);
    const id = await apply(ids);
    const second = start(SECOND);
    t.ok(await steps.begin(ORGANIZATION, id), 'dies before it claims');
    t.ok(await steps.begin(ORGANIZATION, id), 'and so does the next');
    t.same(await outcomes(id), ['applying', 'pending', 'pending', 'pending']);
    await second.runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'pending', 'pending', 'pending']);

    t.ok(await steps.begin(ORGANIZATION, id));
    await applier.apply(operator, String(ids[1]), { force: true });
    t.same(await outcomes(id), ['applied', 'applying', 'pending', 'pending'], 'dies after the push');
    await second.runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'applied', 'pending', 'pending']);
    t.equal(world.device.pushes.length, 2);

    t.ok(await steps.begin(ORGANIZATION, id));
    await ledger.claim(operator, String(ids[2]), { force: true });
    await second.runner.step(ORGANIZATION, id);
    t.same(
      await outcomes(id),
      ['applied', 'applied', 'applying', 'pending'],
      'waits for the attempt of the dead',
    );
    await expireLeases();
    t.equal(await recovery.sweep(), 1);
    await runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'applied', 'unknown', 'not_run'], 'and tells that nobody knows');
    t.match(await sets.get(operator, id), { status: 'stopped', reason: /Change 3 has an unknown outcome/ });
    await work();
    t.equal(world.device.pushes.length, 2);
  },
);

t.test('a step that was taken for dead records nothing and pushes nothing any more', async (t) => {
  const { world, stage, apply, steps, runner, outcomes, applier, sets } = await begin();
  const ids = await stage(2);
  const id = await apply(ids);
  const old = await steps.begin(ORGANIZATION, id);
  if (old === null) return t.fail('a step was begun');
  const still = steps.stillWanted(old);
  const taken = await steps.begin(ORGANIZATION, id);
  t.ok(taken?.isResumed);
  await t.rejects(applier.apply(operator, String(ids[0]), { force: true }, still));
  t.equal(world.device.pushes.length, 0);
  const invented = { outcome: 'failed', error: 'late', error_type: null, attempt_id: null } as const;
  await steps.conclude(old, invented);
  t.same(await outcomes(id), ['applying', 'pending']);
  await runner.step(ORGANIZATION, id);
  t.same(await outcomes(id), ['applied', 'pending']);
  t.match(await sets.get(operator, id), { status: 'running' });
});

t.test('many steps of one set at once push each change once', async (t) => {
  const { world, stage, apply, runner, start, work, sets } = await begin();
  const id = await apply(await stage(3));
  const second = start(SECOND);
  for (let round = 0; round < 4; round += 1)
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? runner : second.runner).step(ORGANIZATION, id)),
    );
  await work();
  t.equal(world.device.pushes.length, 3);
  t.match(await sets.get(operator, id), { status: 'finished', done: 3 });
});

t.test('a busy target is waited for', async (t) => {
  const { world, stage, apply, work, sets, changes, queue } = await begin();
  const [one, two] = [...(await stage(1)), ...(await stage(1, { target_id: '*1' }))].map(String);
  let release = (): void => {};
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  world.device.duringPush = () => {
    arrive();
    return released;
  };
  const running = changes.apply(operator, String(one), { force: true });
  await arrived;
  const id = await apply([String(two)]);
  await work(1);
  t.match(await sets.get(operator, id), { status: 'running', changes: [{ outcome: 'pending' }] });
  t.ok(Number(queue.waiting[0]?.runAt) > Date.now());
  release();
  await running;
  await work();
  t.match(await sets.get(operator, id), { changes: [{ outcome: 'refused', error_type: 'changes.stale' }] });
});

t.test('a change that somebody applied by hand meanwhile is as good as applied', async (t) => {
  const { stage, apply, work, sets, changes } = await begin();
  const ids = await stage(2);
  const id = await apply(ids);
  await changes.apply(operator, String(ids[0]), { force: true });
  await work();
  t.match(await sets.get(operator, id), {
    status: 'finished',
    changes: [{ outcome: 'applied', error: 'It was applied outside this set.' }, { outcome: 'applied' }],
  });
});

t.test('a scheduled set waits for its time and fires once, in whichever process', async (t) => {
  const { world, stage, apply, runner, start, sets, queue, work } = await begin();
  const apply_at = inMs(60_000);
  const id = await apply(await stage(1), { apply_at });
  t.match(await sets.get(operator, id), { status: 'scheduled', apply_at: /./, started_at: null });
  t.equal(queue.waiting[0]?.runAt?.toISOString(), apply_at);
  await runner.step(ORGANIZATION, id);
  t.match(await sets.get(operator, id), { status: 'scheduled' }, 'a step that comes early does nothing');
  await owner.query(`update change_sets set apply_at = now() where id = $1`, [id]);
  const second = start(SECOND);
  await Promise.all([runner.step(ORGANIZATION, id), second.runner.step(ORGANIZATION, id)]);
  await work();
  t.equal(world.device.pushes.length, 1);
  t.match(await sets.get(operator, id), { status: 'finished' });
  t.equal(
    await sets
      .get(operator, await apply(await stage(1), { apply_at: inMs(-1_000) }))
      .then(({ status }) => status),
    'running',
  );
});

t.test('a scheduled set that nobody could work on for an hour after its time does not fire', async (t) => {
  const { world, stage, apply, runner, sets } = await begin();
  const id = await apply(await stage(1), { apply_at: inMs(60_000) });
  await owner.query(`update change_sets set apply_at = now() - interval '61 minutes' where id = $1`, [id]);
  await runner.step(ORGANIZATION, id);
  t.equal(world.device.pushes.length, 0);
  t.match(await sets.get(operator, id), {
    status: 'stopped',
    reason: /time passed/,
    changes: [{ outcome: 'not_run', change_status: 'pending' }],
  });
});

t.test('a scheduled set that is cancelled never fires', async (t) => {
  const { world, stage, apply, runner, sets } = await begin();
  const id = await apply(await stage(1), { apply_at: inMs(60_000) });
  await sets.cancel(operator, id);
  await owner.query(`update change_sets set apply_at = now() where id = $1`, [id]);
  await runner.step(ORGANIZATION, id);
  t.equal(world.device.pushes.length, 0);
  t.match(await sets.get(operator, id), { status: 'cancelled', changes: [{ outcome: 'not_run' }] });
});

t.test('sets that stand still are taken up again, and no others', async (t) => {
  const { stage, apply, watch, queue, sets } = await begin();
  await owner.query(`update change_sets set status = 'cancelled'`);
  const [running, scheduled, waiting] = [
    await apply(await stage(1)),
    await apply(await stage(1), { apply_at: inMs(60_000) }),
    await apply(await stage(1), { apply_at: inMs(3_600_000) }),
  ];
  await sets.create(operator, { name: 'draft', changes: await stage(1) });
  queue.waiting.length = 0;
  t.equal(await watch.sweep(), 0);
  await owner.query(`update change_sets set updated_at = now() - interval '1 hour'`);
  await owner.query(`update change_sets set apply_at = now() - interval '5 minutes' where id = $1`, [
    scheduled,
  ]);
  t.equal(await watch.sweep(), 2);
  t.same(queue.waiting.map(({ set_id }) => set_id).sort(), [running, scheduled].sort());
  t.notOk(queue.waiting.some(({ set_id }) => set_id === waiting));
});
