import t from 'tap';
import {
  ADA,
  ada,
  admin,
  approvalScene,
  approve,
  BEN,
  ben,
  reject,
  stager,
} from '../support/approval-scene.ts';
import { force, refused, update } from '../support/requests.ts';
import { OTHER_SITE, SITE } from '../support/rows.ts';

const { begin } = await approvalScene(t);

t.test('without a policy nobody has to approve', async (t) => {
  const { changes } = await begin();
  const { id, approvals } = await changes.stage(stager, update());
  t.same(approvals, { required: 0, given: 0, votes: [] });
  t.equal(await refused(changes.apply(stager, id, force)), null);
});

t.test('a policy asks for other people, also of changes that were staged before it', async (t) => {
  const { world, changes, policies, voting } = await begin();
  const { id } = await changes.stage(stager, update());
  await policies.create(admin, { feature_pattern: 'acme.*', min_approvers: 2 });
  t.match((await changes.get(stager, id)).approvals, { required: 2, given: 0 });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  t.match(await voting.cast(ada, id, { ...approve, comment: 'fine' }), {
    change_id: id,
    user_id: ADA,
    comment: 'fine',
    approvals: { required: 2, given: 1 },
  });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  t.equal(world.device.pushes.length, 0);
  await voting.cast(ben, id, approve);
  const { change } = await changes.apply(stager, id, force);
  t.match(change, { status: 'applied', approvals: { required: 2, given: 2 } });
  t.match((await changes.get(stager, id)).approvals, { required: 2, given: 2 });
  t.equal(await refused(voting.cast(ada, id, reject)), 'changes.not_pending');
});

t.test('patterns go by whole segments, and site and risk narrow them', async (t) => {
  const patterns = [
    ['acme', 0],
    ['acme.v*', null],
    ['acme.vla', 0],
    ['acme.vlan', 1],
    ['acme.vlan.*', 0],
    ['*', 1],
    ['**', 1],
  ] as const;
  for (const [feature_pattern, required] of patterns) {
    const { changes, policies } = await begin();
    const made = refused(policies.create(admin, { feature_pattern, min_approvers: 1 }));
    if (required === null) t.equal(await made, 'kernel.validation_failed', feature_pattern);
    else {
      await made;
      t.equal((await changes.stage(stager, update())).approvals.required, required, feature_pattern);
    }
  }
  const narrowed = await begin([
    { min_approvers: 3, site_id: OTHER_SITE },
    { min_approvers: 4, risk: 'catastrophic' },
    { min_approvers: 2, site_id: SITE },
  ]);
  t.equal((await narrowed.changes.stage(stager, update())).approvals.required, 2);
});

t.test('with step-up, approvals from old sessions and keys count no more', async (t) => {
  const { changes, voting, sessions, policies } = await begin();
  const { id } = await changes.stage(stager, update());
  sessions.began.set(ADA, new Date(Date.now() - 11 * 60_000));
  await voting.cast(ada, id, approve);
  await policies.create(admin, { feature_pattern: '**', min_approvers: 1, step_up: true });
  t.match((await changes.get(stager, id)).approvals.votes, [{ fallen: 'step_up_missing' }]);
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  t.equal(await refused(voting.cast(ada, id, approve)), 'changes.step_up_required');
  const key = { ...ben, kind: 'api_key', key_id: BEN, session_id: null, scopes: ['network:*'] } as const;
  t.equal(await refused(voting.cast(key, id, approve)), 'changes.step_up_required');
  sessions.began.set(ADA, new Date(Date.now() - 9 * 60_000));
  await voting.cast(ada, id, approve);
  t.equal(await refused(changes.apply(stager, id, force)), null);
});

t.test('missing approval comes after conflicts and before the gate', async (t) => {
  const { world, changes } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  world.isGateOpen = false;
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  world.device.objects.set('*1', { name: 'red', mtu: 9000 });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.stale');
});

t.test('policies are changed against what was read, and what they said before is on record', async (t) => {
  const { world, policies } = await begin();
  const made = await policies.create(admin, { feature_pattern: 'acme.*', min_approvers: 2 });
  t.equal(
    await refused(policies.update(admin, made.id, { min_approvers: 1 }, '"another"')),
    'kernel.precondition_failed',
  );
  t.match(await policies.update(admin, made.id, { min_approvers: 1 }, `"${made.updated_at}"`), {
    min_approvers: 1,
    feature_pattern: 'acme.*',
  });
  await policies.remove(admin, made.id, null);
  t.equal(await refused(policies.get(admin, made.id)), 'kernel.not_found');
  t.match(world.audits, ['changes.policies.create', 'changes.policies.update', 'changes.policies.delete']);
});
