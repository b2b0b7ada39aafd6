import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { unreachable } from '../support/acme.ts';
import { applied, confirmationScene, look, operator, soon } from '../support/confirmation-scene.ts';
import { person } from '../support/pipeline.ts';
import { refused, update } from '../support/requests.ts';

const { begin, timeIsOver } = await confirmationScene(t);

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
