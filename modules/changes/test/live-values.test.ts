import t from 'tap';
import { unreachable } from './support/acme.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';

const { begin } = await pipelineScene(t);

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
