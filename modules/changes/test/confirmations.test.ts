import { PatchbayError } from '@patchbay/kernel/errors';
import { AdapterError } from '@patchbay/module-gateway/contract';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { armedName } from '../services/confirmations/arm-device.ts';
import { unreachable } from './support/acme.ts';
import { testDatabase } from './support/database.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { CONTROLLER, ORGANIZATION } from './support/rows.ts';

const { connect, owner } = await testDatabase(t);
const operator = person('operator');
const soon = { force: true, confirm_within_seconds: 60 } as const;
const FIRST = '01900000-0000-7000-8000-000000000001';
const SECOND = '01900000-0000-7000-8000-000000000002';

/** What a test before left open would stand in the way: all share one controller. */
t.beforeEach(async () => {
  await owner.query(`update change_attempts set outcome = 'failed', armed_at = null
    where outcome in ('running', 'awaiting_confirmation')`);
});

const update = (facts: Partial<StageInput> = {}): StageInput => ({
  controller_id: CONTROLLER,
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
  ...facts,
});

function begin(takesBack: boolean) {
  const world = new World();
  world.takesBack = takesBack;
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
  const second = startProcess(connect('second'), world, SECOND);
  return { world, second, ...startProcess(connect('first'), world, FIRST) };
}

type Begun = ReturnType<typeof begin>;

const refused = async (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error) => (error instanceof PatchbayError ? error.id : String(error)),
  );
const timeIsOver = (id: string, bySeconds = 1) =>
  owner.query(
    `update change_attempts set confirm_until = now() - make_interval(secs => $2) where change_id = $1`,
    [id, bySeconds],
  );
const attemptOf = async ({ store }: Begun, id: string) => {
  const [attempt] = (await store.history(operator, id)).attempts;
  if (attempt === undefined) throw new Error('no attempt');
  return attempt;
};
const look = async (begun: Begun, id: string) =>
  begun.takingBack.look(ORGANIZATION, (await attemptOf(begun, id)).id);

async function applied(begun: Begun, facts: Partial<StageInput> = {}): Promise<string> {
  const { id } = await begun.changes.stage(operator, update(facts));
  const { change, attempt } = await begun.changes.apply(operator, id, soon);
  if (change.status !== 'pending' || attempt.outcome !== 'awaiting_confirmation')
    throw new Error(`${change.status} ${attempt.outcome}`);
  return id;
}

for (const takesBack of [true, false]) {
  const how = takesBack ? 'device' : 'inverse';

  t.test(`${how}: it stands once confirmed, and only then is it applied`, async (t) => {
    const begun = begin(takesBack);
    const { world, changes } = begun;
    const { id, confirm } = await changes.stage(operator, update());
    t.equal(confirm, how);
    t.match(await changes.apply(operator, id, soon), {
      change: { status: 'pending', last_outcome: 'awaiting_confirmation', applied_at: null },
      attempt: { outcome: 'awaiting_confirmation', confirm_mechanism: how, finished_at: null },
    });
    t.same(
      world.events.map(({ type }) => type),
      ['controller.change.staged'],
    );
    t.equal(world.device.armed.size, takesBack ? 1 : 0);
    for (const { seconds } of world.device.armed.values())
      t.ok(seconds > 60, 'the device waits longer than we do');
    t.match(await changes.confirm(operator, id), {
      change: { status: 'applied', applied_by: operator.user_id },
      attempt: { outcome: 'succeeded' },
    });
    t.equal(world.device.armed.size, 0);
    t.equal(world.device.objects.get('*1')?.['name'], 'blue');
    t.match(world.events.at(-1), { type: 'controller.change.applied', payload: { change_id: id } });
    t.same(world.audits, [
      'changes.stage',
      'changes.apply',
      'changes.awaiting_confirmation',
      'changes.confirm',
      'changes.succeeded',
    ]);
    t.same(world.synced.get('vlan *1'), { name: 'blue', mtu: 1500 });
    await look(begun, id);
    t.equal(world.device.objects.get('*1')?.['name'], 'blue', 'what was confirmed is not taken back');
    t.equal(await refused(changes.confirm(operator, id)), 'changes.not_awaiting_confirmation');
  });

  t.test(`${how}: unconfirmed, it goes back by itself and can be applied again`, async (t) => {
    const begun = begin(takesBack);
    const { world, changes } = begun;
    const id = await applied(begun);
    await timeIsOver(id);
    world.device.takeBack();
    t.equal(await refused(changes.confirm(operator, id)), 'changes.confirmation_over');
    await look(begun, id);
    t.same(world.device.objects.get('*1'), { name: 'red', mtu: 1500 });
    t.match(await changes.get(operator, id), {
      status: 'pending',
      last_outcome: 'reverted',
      last_error: /not confirmed in time/,
    });
    t.match(world.events.at(-1), { type: 'controller.change.failed', payload: { reason: /not confirmed/ } });
    t.equal(world.audits.at(-1), 'changes.reverted');
    t.equal(world.device.pushes.length, takesBack ? 1 : 2);
    t.match(await changes.apply(operator, id, { force: true }), { change: { status: 'applied' } });
  });

  t.test(
    `${how}: while it awaits, it is neither applied nor discarded, and nothing else touches its object`,
    async (t) => {
      const begun = begin(takesBack);
      const { changes } = begun;
      const id = await applied(begun);
      t.equal(await refused(changes.apply(operator, id, soon)), 'changes.already_running');
      t.equal(await refused(changes.discard(operator, id, { force: true })), 'changes.already_running');
      const other = await changes.stage(operator, update({ payload: { mtu: 9000 } }));
      t.equal(await refused(changes.apply(operator, other.id, { force: true })), 'changes.target_busy');
    },
  );

  t.test(`${how}: confirming needs what applying needs`, async (t) => {
    const begun = begin(takesBack);
    const { changes, world } = begun;
    const id = await applied(begun);
    t.equal(await refused(changes.confirm(person('viewer'), id)), 'kernel.forbidden');
    world.revalidated = (principal) => ({ ...principal, role: 'viewer' });
    t.equal(await refused(changes.confirm(operator, id)), 'kernel.forbidden');
    world.revalidated = null;
    t.match(await changes.confirm(operator, id), { change: { status: 'applied' } });
  });

  t.test(`${how}: of confirmations racing each other and the expiry exactly one wins`, async (t) => {
    for (let round = 0; round < 10; round += 1) {
      const begun = begin(takesBack);
      const { world, changes, second } = begun;
      const id = await applied(begun);
      const attempt = await attemptOf(begun, id);
      world.device.duringKeep = () => timeIsOver(id);
      const late = round % 2 === 1 ? timeIsOver(id) : Promise.resolve();
      const settled = await Promise.allSettled([
        changes.confirm(operator, id),
        late.then(() => second.takingBack.look(ORGANIZATION, attempt.id)),
        second.changes.confirm(operator, id),
        begun.takingBack.look(ORGANIZATION, attempt.id),
      ]);
      const confirmed = [settled[0], settled[2]].filter(({ status }) => status === 'fulfilled').length;
      await timeIsOver(id);
      if (confirmed === 0) world.device.takeBack();
      await owner.query('update change_attempts set ending_until = now() where ending_until is not null');
      await look(begun, id);
      const { status, last_outcome } = await changes.get(operator, id);
      t.same(
        [confirmed, status, last_outcome],
        confirmed === 1 ? [1, 'applied', 'succeeded'] : [0, 'pending', 'reverted'],
      );
      t.equal(world.device.objects.get('*1')?.['name'], confirmed === 1 ? 'blue' : 'red');
      const told = world.events.filter(({ type }) => type !== 'controller.change.staged');
      t.equal(told.length, 1, 'told once');
    }
  });

  t.test(
    `${how}: a push whose effect is not known waits too, and is read back before it may stand`,
    async (t) => {
      const begun = begin(takesBack);
      const { world, changes } = begun;
      world.device.duringPush = async () => {
        world.device.objects.set('*1', { name: 'blue', mtu: 1500 });
      };
      world.device.failPush = new AdapterError('adapter_connection_error', 'unknown', 'cut off');
      const id = await applied(begun);
      t.match(await attemptOf(begun, id), { error: 'cut off' });
      world.device.failPush = null;
      world.device.duringPush = null;
      await changes.confirm(operator, id);
      t.match(await changes.get(operator, id), { status: 'applied' });
    },
  );

  t.test(`${how}: a push that was refused is over at once, and nothing is left armed`, async (t) => {
    const begun = begin(takesBack);
    const { world, changes } = begun;
    world.device.failPush = new AdapterError('adapter_error', 'refused', 'no such VLAN');
    const { id } = await changes.stage(operator, update());
    t.equal(await refused(changes.apply(operator, id, soon)), 'gateway.adapter_error');
    t.match(await changes.get(operator, id), { last_outcome: 'failed', last_error: 'no such VLAN' });
    t.equal(world.device.armed.size, 0);
    await look(begun, id);
    t.equal(world.device.pushes.length, 1);
  });
}

t.test('device: what cannot be armed is not pushed', async (t) => {
  const { world, changes, store } = begin(true);
  world.device.failArm = new AdapterError('adapter_error', 'refused', 'not allowed by device-mode');
  const { id } = await changes.stage(operator, update());
  t.equal(await refused(changes.apply(operator, id, soon)), 'gateway.adapter_error');
  t.equal(world.device.pushes.length, 0);
  t.match((await store.history(operator, id)).attempts, [
    { outcome: 'failed', sent_hash: null, armed_at: null },
  ]);
});

t.test('device: an order to stand ready that was not answered is called back twice', async (t) => {
  const begun = begin(true);
  const { world, changes } = begun;
  world.device.duringArm = async () => {
    throw new AdapterError('adapter_timeout', 'unknown', 'no answer');
  };
  const { id } = await changes.stage(operator, update());
  t.equal(await refused(changes.apply(operator, id, soon)), 'gateway.adapter_timeout');
  t.match(await attemptOf(begun, id), { outcome: 'failed', sent_hash: null, armed_at: String });
  await world.device.confirm.arm(armedName((await attemptOf(begun, id)).id), 90).catch(() => {});
  await look(begun, id);
  t.equal(world.device.armed.size, 0, 'the order that came late as well');
  t.match(await attemptOf(begun, id), { outcome: 'failed', armed_at: null });
});

t.test('device: a gate that closes before arming or confirming sends nothing', async (t) => {
  const begun = begin(true);
  const { world, changes } = begun;
  const { id } = await changes.stage(operator, update());
  world.device.duringRead = async () => {
    world.isGateOpen = false;
  };
  t.equal(await refused(changes.apply(operator, id, soon)), 'changes.gate_closed');
  t.equal(world.device.armed.size + world.device.pushes.length, 0);
  world.device.duringRead = null;
  world.isGateOpen = true;
  await changes.apply(operator, id, soon);
  world.isGateOpen = false;
  t.equal(await refused(changes.confirm(operator, id)), 'changes.gate_closed');
  t.equal(world.device.armed.size, 1);
});

t.test('device: a gate that closes after arming leaves nothing armed', async (t) => {
  const { world, changes, store } = begin(true);
  const { id } = await changes.stage(operator, update());
  world.device.duringArm = async () => {
    world.isGateOpen = false;
  };
  t.equal(await refused(changes.apply(operator, id, soon)), 'changes.gate_closed');
  t.equal(world.device.armed.size + world.device.pushes.length, 0);
  t.same((await store.history(operator, id)).attempts, []);
});

t.test('device: a device that refuses the confirmation keeps the change waiting', async (t) => {
  const begun = begin(true);
  const { world, changes } = begun;
  const id = await applied(begun);
  world.device.failKeep = unreachable();
  t.equal(await refused(changes.confirm(operator, id)), 'gateway.adapter_connection_error');
  t.match(await changes.get(operator, id), { status: 'pending', last_outcome: 'awaiting_confirmation' });
  world.device.failKeep = null;
  t.match(await changes.confirm(operator, id), { change: { status: 'applied' } });
});

t.test('device: one that does not answer is looked at again, and given up on in the end', async (t) => {
  const begun = begin(true);
  const { world, changes } = begun;
  const id = await applied(begun);
  await timeIsOver(id);
  world.device.failRead = unreachable();
  const waiting = world.jobs.length;
  await look(begun, id);
  t.equal(world.jobs.length, waiting + 1);
  t.match(await changes.get(operator, id), { last_outcome: 'awaiting_confirmation' });
  await timeIsOver(id, 601);
  await look(begun, id);
  t.match(await changes.get(operator, id), {
    last_outcome: 'unknown',
    last_error: /cannot be told: connection refused/,
  });
  t.equal(await refused(changes.apply(operator, id, soon)), 'changes.unacknowledged');
});

t.test('device: one that shows something else than before is not called taken back', async (t) => {
  const begun = begin(true);
  const { world, changes } = begun;
  const id = await applied(begun);
  await timeIsOver(id);
  world.device.armed.clear();
  await look(begun, id);
  t.match(await changes.get(operator, id), { status: 'pending', last_outcome: 'unknown' });
  t.equal(world.device.pushes.length, 1, 'and nothing is pushed for it');
});

t.test('inverse: a creation is deleted, a deletion made again', async (t) => {
  const begun = begin(false);
  const { world, changes } = begun;
  const made = await applied(begun, { operation: 'create', target_id: undefined, payload: { name: 'new' } });
  await timeIsOver(made);
  await look(begun, made);
  t.same([...world.device.objects.keys()], ['*1']);
  const gone = await applied(begun, { operation: 'delete', payload: {} });
  await timeIsOver(gone);
  await look(begun, gone);
  t.same([...world.device.objects.values()], [{ name: 'red', mtu: 1500 }]);
  t.match(await changes.get(operator, gone), { last_outcome: 'reverted', last_error: /made again as \*1/ });
});

t.test('inverse: what nothing would undo is refused before anything is sent', async (t) => {
  const { world, changes } = begin(false);
  const secret = await changes.stage(operator, update({ payload: { password: 'hunter2' } }));
  t.equal(await refused(changes.apply(operator, secret.id, soon)), 'changes.secrets_not_kept');
  const admin = person('site_admin');
  const reset = await changes.stage(
    admin,
    update({ feature: 'acme.reset', target_id: undefined, payload: {} }),
  );
  t.equal(reset.confirm, null);
  t.equal(await refused(changes.apply(admin, reset.id, soon)), 'changes.cannot_confirm');
  t.equal(world.device.pushes.length, 0);
});

t.test('inverse: with the gate closed it waits, and goes back once it opens', async (t) => {
  const begun = begin(false);
  const { world, changes } = begun;
  const id = await applied(begun);
  await timeIsOver(id);
  world.isGateOpen = false;
  await look(begun, id);
  t.equal(world.device.pushes.length, 1);
  t.match(await changes.get(operator, id), { last_outcome: 'awaiting_confirmation' });
  world.isGateOpen = true;
  await look(begun, id);
  t.match(await changes.get(operator, id), { last_outcome: 'reverted' });
});

t.test(
  'inverse: one known to have done nothing is tried again, an uncertain one only looked at',
  async (t) => {
    const begun = begin(false);
    const { world, changes } = begun;
    const id = await applied(begun);
    await timeIsOver(id);
    world.device.failPush = unreachable();
    await look(begun, id);
    world.device.failPush = new AdapterError('adapter_timeout', 'unknown', 'no answer');
    await look(begun, id);
    t.equal(world.device.pushes.length, 3);
    world.device.failPush = null;
    await look(begun, id);
    t.equal(world.device.pushes.length, 3, 'an inverse that may have acted is not pushed again');
    t.match(await changes.get(operator, id), {
      last_outcome: 'unknown',
      last_error: /how that ended is not known/,
    });
  },
);

t.test('the waiting job is enqueued with the attempt and looks again while that is under way', async (t) => {
  const begun = begin(false);
  const { world, changes } = begun;
  const { id } = await changes.stage(operator, update());
  const waiting = world.jobs.length;
  world.device.duringPush = async () => {
    t.equal(world.jobs.length, waiting + 1);
    await look(begun, id);
    t.equal(world.jobs.length, waiting + 2);
  };
  await changes.apply(operator, id, soon);
  await look(begun, id);
  t.equal(world.jobs.length, waiting + 3, 'not over yet');
});
