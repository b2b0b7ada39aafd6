import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { armedName } from '../../services/confirmations/arming.ts';
import { unreachable } from '../support/acme.ts';
import {
  applied,
  attemptOf,
  confirmationScene,
  look,
  operator,
  soon,
} from '../support/confirmation-scene.ts';
import { refused, update } from '../support/requests.ts';

const { begin, timeIsOver } = await confirmationScene(t);

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
    last_error: /unknown whether it was rolled back: connection refused/,
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
