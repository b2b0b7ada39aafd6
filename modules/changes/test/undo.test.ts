import t from 'tap';
import { testDatabase } from './support/database.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { force, refused, update } from './support/requests.ts';
import { OTHER_ORGANIZATION } from './support/rows.ts';

const { connect } = await testDatabase(t);
const operator = person('operator');

function begin() {
  const world = new World();
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
  return { world, ...startProcess(connect('one'), world, '01900000-0000-7000-8000-000000000001') };
}

t.test('the undo of an update is staged, reviewed, applied, and puts back what stood before', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update({ notes: 'why' }));
  await changes.apply(operator, id, force);
  const undo = await changes.undo(operator, id);
  t.match(undo, {
    status: 'pending',
    operation: 'update',
    target_id: '*1',
    payload: { name: 'red' },
    reverts: id,
    diff: [{ field: 'name', before: 'blue', after: 'red' }],
  });
  t.match(undo.notes, new RegExp(`^Undoes change ${id} \\(update acme.vlan\\)[^]*why$`));
  t.equal(world.device.pushes.length, 1, 'nothing is pushed before somebody applies');
  await changes.apply(operator, undo.id, force);
  t.same(world.device.objects.get('*1'), { name: 'red', mtu: 1500 });
});

t.test('what was made is deleted, and what was deleted is made again', async (t) => {
  const { world, changes } = begin();
  const made = await changes.stage(
    operator,
    update({ operation: 'create', target_id: undefined, payload: { name: 'new' } }),
  );
  const { attempt } = await changes.apply(operator, made.id, force);
  const unmade = await changes.undo(operator, made.id);
  t.match(unmade, { operation: 'delete', target_id: attempt.target_id });
  await changes.apply(operator, unmade.id, force);
  t.notOk(world.device.objects.has(String(attempt.target_id)));

  const gone = await changes.stage(operator, update({ operation: 'delete', payload: {} }));
  await changes.apply(operator, gone.id, force);
  const back = await changes.undo(operator, gone.id);
  t.match(back, { operation: 'create', target_id: null, payload: { name: 'red', mtu: 1500 } });
});

t.test('only applied changes are undone, by those who might stage them', async (t) => {
  const { changes } = begin();
  const { id } = await changes.stage(operator, update());
  t.equal(await refused(changes.undo(operator, id)), 'changes.not_applied');
  t.equal(await refused(changes.undo(person('viewer'), id)), 'kernel.forbidden');
  const stranger = person('super_admin', { organization_id: OTHER_ORGANIZATION });
  t.equal(await refused(changes.undo(stranger, id)), 'kernel.not_found');
  await changes.discard(operator, id, { force: false });
  t.equal(await refused(changes.undo(operator, id)), 'changes.not_applied');
});

t.test('a command has no undo, and its role floor comes first', async (t) => {
  const { changes } = begin();
  const admin = person('site_admin');
  const reset = update({ feature: 'acme.reset', target_id: undefined, payload: {} });
  const { id } = await changes.stage(admin, reset);
  await changes.apply(admin, id, force);
  t.equal(await refused(changes.undo(operator, id)), 'kernel.forbidden');
  t.equal(await refused(changes.undo(admin, id)), 'changes.no_inverse');
});

t.test('a secret that was changed is not put back', async (t) => {
  const { changes } = begin();
  const { id } = await changes.stage(operator, update({ payload: { password: 'hunter2' } }));
  await changes.apply(operator, id, force);
  t.equal(await refused(changes.undo(operator, id)), 'changes.secrets_not_kept');
});
