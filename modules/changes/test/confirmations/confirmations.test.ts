import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import {
  applied,
  attemptOf,
  confirmationScene,
  look,
  operator,
  soon,
} from '../support/confirmation-scene.ts';
import { person } from '../support/pipeline.ts';
import { refused, update } from '../support/requests.ts';
import { ORGANIZATION } from '../support/rows.ts';

const { owner, begin, timeIsOver } = await confirmationScene(t);

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
