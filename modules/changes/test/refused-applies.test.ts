import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { unreachable } from './support/acme.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';

const { begin } = await pipelineScene(t);

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
