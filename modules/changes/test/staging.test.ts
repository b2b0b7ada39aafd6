import { systemClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { FIRST, refused, update } from './support/requests.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, OTHER_SITE, SITE, target } from './support/rows.ts';

const { connect, owner, begin } = await pipelineScene(t);

t.test('staging stores the reviewed write, tells it, and contacts no device', async (t) => {
  const { world, changes } = begin();
  const view = await changes.stage(operator, update({ notes: 'why', causation: ['cause'] }));
  t.match(view, {
    ...target,
    notes: 'why',
    staged_by: operator.user_id,
    status: 'pending',
    risk: 'normal',
    diff: [{ field: 'name', before: 'red', after: 'blue' }],
    diff_base: 'synced',
    stale: false,
    last_error: null,
    last_outcome: null,
    approvals: { required: 0, given: 0, votes: [] },
  });
  t.match(world.events, [
    {
      type: 'controller.change.staged',
      causation: ['cause'],
      payload: { change_id: view.id, status: 'pending' },
    },
  ]);
  t.same(world.audits, ['changes.stage']);
  t.same(world.jobs, [{ change_id: view.id, organization_id: ORGANIZATION }]);
  t.equal(world.device.reads, 0);
});

t.test('what cannot be staged is refused and leaves nothing', async (t) => {
  const { world, changes } = begin();
  const stage = (facts: Partial<StageInput>, who = operator) => refused(changes.stage(who, update(facts)));
  t.equal(await stage({ feature: 'acme.vlan.other' }), 'kernel.not_found');
  t.equal(await stage({}, person('viewer')), 'kernel.forbidden');
  t.equal(await stage({ feature: 'acme.reset', target_id: undefined, payload: {} }), 'kernel.forbidden');
  t.equal(await stage({ controller_id: OTHER_SITE }), 'kernel.not_found');
  t.equal(await stage({ site_id: OTHER_SITE }), 'kernel.not_found');
  t.equal(
    await stage({ feature: 'acme.reset', operation: 'delete' }, person('admin')),
    'kernel.validation_failed',
  );
  t.equal(await stage({ target_id: undefined }), 'kernel.validation_failed');
  t.equal(await stage({ payload: { colour: 'blue' } }), 'kernel.validation_failed');
  t.equal(await stage({ notes: 'x'.repeat(4_001) }), 'kernel.validation_failed');
  t.equal(await stage({ payload: { name: 'a\0b' } }), 'kernel.validation_failed');
  t.same(world.events, []);
  t.equal(
    await stage({ feature: 'acme.reset', target_id: undefined, payload: {} }, person('site_admin')),
    null,
  );
});

t.test('an organization has so many pending changes at most, whoever stages and sees them', async (t) => {
  const most = 5;
  const process = startProcess(connect(), new World(), FIRST, systemClock, most);
  const { changes } = process;
  await owner.query('truncate pending_changes cascade');
  const held = person('operator', { site_ids: [SITE] });
  const stage = (index: number) => refused(changes.stage(index % 2 ? operator : held, update()));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => stage(index)));
  t.equal(answers.filter((each) => each === null).length, most);
  t.equal(answers.filter((each) => each === 'changes.too_many_pending').length, 20 - most);
  await owner.query('update pending_changes set site_id = $1', [OTHER_SITE]);
  t.equal(await stage(0), 'changes.too_many_pending', 'those at other sites count');
  const elsewhere = person('operator', { organization_id: OTHER_ORGANIZATION });
  t.equal(await refused(changes.stage(elsewhere, update())), 'kernel.not_found', 'not for others');
  await owner.query(`update pending_changes set status = 'discarded' where id in
    (select id from pending_changes limit 1)`);
  t.same([await stage(1), await stage(1)], [null, 'changes.too_many_pending']);
});
