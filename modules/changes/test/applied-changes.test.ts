import t from 'tap';
import { person } from './support/pipeline.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';
import { OTHER_SITE } from './support/rows.ts';

const { owner, begin } = await pipelineScene(t);

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
