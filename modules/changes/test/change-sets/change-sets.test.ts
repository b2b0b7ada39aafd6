import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { person } from '../support/pipeline.ts';
import { refused } from '../support/requests.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, OTHER_SITE, USER } from '../support/rows.ts';
import { failing, inMs, operator, setScene } from '../support/set-scene.ts';

const { begin } = await setScene(t);

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
