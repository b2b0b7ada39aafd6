import { PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { unreachable } from './support/acme.ts';
import { testDatabase } from './support/database.ts';
import { setPerson } from './support/people.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { startReview } from './support/review.ts';
import { CONTROLLER, ORGANIZATION, OTHER_SITE, SITE } from './support/rows.ts';

const { connect, owner } = await testDatabase(t);
const force = { force: true } as const;
const ADA = '01900000-0000-7000-8000-0000000000a1';
const BEN = '01900000-0000-7000-8000-0000000000a2';
const stager = person('operator');
const ada = person('operator', { user_id: ADA, session_id: ADA });
const ben = person('operator', { user_id: BEN, session_id: BEN });
const admin = person('org_admin', { user_id: '01900000-0000-7000-8000-0000000000a9' });

const update = (facts: Partial<StageInput> = {}): StageInput => ({
  controller_id: CONTROLLER,
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
  ...facts,
});

const idOf = (error: unknown): string => (error instanceof PatchbayError ? error.id : String(error));
const refused = async (work: Promise<unknown>): Promise<string | null> => work.then(() => null, idOf);
const approve = { decision: 'approve' } as const;
const reject = { decision: 'reject', comment: 'not tonight' } as const;

/** A world with no policy but those given. */
async function begin(
  policies: readonly {
    min_approvers: number;
    feature_pattern?: string;
    step_up?: boolean;
    site_id?: string;
    risk?: 'catastrophic';
  }[] = [],
) {
  await owner.query('update approval_policies set deleted_at = now()');
  for (const user_id of [ADA, BEN]) await setPerson(owner, user_id);
  const world = new World();
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
  const first = startProcess(connect('first'), world, '01900000-0000-7000-8000-000000000001');
  const review = startReview(first);
  for (const policy of policies)
    await review.policies.create(admin, { feature_pattern: 'acme.*', ...policy });
  return { world, ...first, ...review };
}

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

t.test(
  'whoever staged it does not vote, nor do their keys, nor applications, nor who may not apply it',
  async (t) => {
    const { changes, voting } = await begin([{ min_approvers: 1 }]);
    const { id } = await changes.stage(stager, update());
    const key = { kind: 'api_key', key_id: BEN, session_id: null, scopes: ['network:*'] } as const;
    const grant = { id: BEN, token_id: BEN };
    const cast = (who: typeof ada) => refused(voting.cast(who, id, approve));
    t.equal(await cast(stager), 'changes.own_change');
    t.equal(await cast({ ...stager, ...key }), 'changes.own_change');
    t.equal(await cast({ ...stager, ...key, kind: 'oauth2', key_id: null, grant }), 'changes.people_vote');
    t.equal(await cast({ ...ada, ...key, kind: 'oauth2', key_id: null, grant }), 'changes.people_vote');
    t.equal(await cast({ ...ada, role: 'viewer' }), 'kernel.forbidden');
    t.equal(await cast({ ...ada, ...key, scopes: ['device:read'] }), 'kernel.forbidden');
    t.equal(await cast({ ...ada, site_ids: [OTHER_SITE] }), 'kernel.not_found');
    t.equal(await cast(systemPrincipal(ORGANIZATION)), 'kernel.forbidden');
    t.same((await changes.get(stager, id)).approvals.votes, []);
    t.equal(await cast({ ...ada, ...key }), null, 'the key of somebody else is theirs');
  },
);

t.test('a catastrophic change is approved by those only who could apply it', async (t) => {
  const { changes, voting } = await begin([{ min_approvers: 1 }]);
  const site_admin = person('site_admin');
  const input = update({ feature: 'acme.reset', target_id: undefined, payload: {} });
  const { id } = await changes.stage(site_admin, input);
  t.equal(await refused(voting.cast(ada, id, approve)), 'kernel.forbidden');
  await setPerson(owner, ADA, { role: 'site_admin' });
  t.equal(await refused(voting.cast({ ...ada, role: 'site_admin' }, id, approve)), null);
});

t.test('two votes of one person at once are one, and of two people are two', async (t) => {
  const { changes, voting } = await begin([{ min_approvers: 2 }]);
  const { id } = await changes.stage(stager, update());
  const votes = Array.from({ length: 10 }, (_, index) => voting.cast(index % 2 ? ada : ben, id, approve));
  t.ok((await Promise.allSettled(votes)).every(({ status }) => status === 'fulfilled'));
  const { approvals } = await changes.get(stager, id);
  t.match(approvals, { required: 2, given: 2 });
  t.equal(approvals.votes.length, 2);
  const alone = await changes.stage(stager, update());
  await Promise.all([voting.cast(ada, alone.id, approve), voting.cast(ada, alone.id, approve)]);
  t.equal(await refused(changes.apply(stager, alone.id, force)), 'changes.approval_missing');
});

t.test('a rejection blocks until its person withdraws it, whatever others say', async (t) => {
  const { changes, voting } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  await voting.cast(ada, id, reject);
  await voting.cast(ben, id, approve);
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.rejected');
  await setPerson(owner, ADA, { is_active: false });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.rejected');
  t.equal(await refused(voting.withdraw(stager, id)), 'kernel.not_found', 'nobody withdraws it for them');
  const key = { ...ada, kind: 'api_key', key_id: BEN, session_id: null, scopes: ['device:read'] } as const;
  t.equal(await refused(voting.withdraw(key, id)), 'kernel.forbidden', 'nor does a key that could not vote');
  await voting.withdraw(ada, id);
  t.equal(await refused(changes.apply(stager, id, force)), null);
});

t.test('the newest vote of a person counts', async (t) => {
  const { changes, voting } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  await voting.cast(ada, id, approve);
  await voting.cast(ada, id, reject);
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.rejected');
  await voting.cast(ada, id, approve);
  t.equal(await refused(changes.apply(stager, id, force)), null);
});

t.test('a rejection counts where no approval is asked for', async (t) => {
  const { changes, voting } = await begin();
  const { id } = await changes.stage(stager, update());
  await voting.cast(ada, id, reject);
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.rejected');
});

t.test('an approval falls when what is pushed moves', async (t) => {
  const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  await voting.cast(ada, id, approve);
  await owner.query(`update pending_changes set payload_hash = md5(payload_hash) where id = $1`, [id]);
  t.match((await changes.get(stager, id)).approvals, { given: 0, votes: [{ fallen: 'payload_moved' }] });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  t.equal(world.device.pushes.length, 0);
});

t.test('an approval falls for good when the live value moves, though the applier accepts that', async (t) => {
  const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  await voting.cast(ada, id, approve);
  world.device.objects.set('*1', { name: 'red', mtu: 9000 });
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.stale');
  const accepting = { ...force, accept_stale: true };
  t.equal(await refused(changes.apply(stager, id, accepting)), 'changes.approval_missing');
  t.match((await changes.get(stager, id)).approvals, { given: 0, votes: [{ fallen: 'live_moved' }] });
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  t.equal(await refused(changes.apply(stager, id, accepting)), 'changes.approval_missing');
  world.device.objects.set('*1', { name: 'green', mtu: 9000 });
  t.equal(await refused(voting.cast(ada, id, approve)), 'changes.review_moved', 'not what was shown last');
  await voting.cast(ada, id, approve);
  t.equal(await refused(changes.apply(stager, id, accepting)), null);
  t.equal(world.device.pushes.length, 1);
});

t.test(
  'a live value that moves between claim and push takes the approval with it, and nothing is sent',
  async (t) => {
    const { world, changes, voting, store } = await begin([{ min_approvers: 1 }]);
    const { id } = await changes.stage(stager, update());
    await voting.cast(ada, id, approve);
    world.device.objects.set('*1', { name: 'red', mtu: 9000 });
    t.equal(
      await refused(changes.apply(stager, id, { ...force, accept_stale: true })),
      'changes.approval_missing',
    );
    t.equal(world.device.pushes.length, 0);
    const { change, attempts } = await store.history(stager, id);
    t.same(attempts, [], 'the claim was taken back');
    t.match(change, { status: 'pending', last_outcome: null, stale: true });
    t.match((await changes.get(stager, id)).approvals.votes, [{ fallen: 'live_moved' }]);
  },
);

t.test(
  'a demoted, disabled or moved approver approves no more, and does again when that is mended',
  async (t) => {
    const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
    const { id } = await changes.stage(stager, update());
    await voting.cast(ada, id, approve);
    for (const facts of [{ role: 'viewer' }, { is_active: false }, { site_ids: [OTHER_SITE] }] as const) {
      await setPerson(owner, ADA, facts);
      t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
      t.match((await changes.get(stager, id)).approvals.votes, [{ fallen: 'not_authorized' }]);
    }
    t.equal(world.device.pushes.length, 0);
    await setPerson(owner, ADA);
    t.equal(await refused(changes.apply(stager, id, force)), null);
  },
);

t.test('an approval by a key falls with the key', async (t) => {
  const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
  const { id } = await changes.stage(stager, update());
  const key = { ...ada, kind: 'api_key', key_id: BEN, session_id: null, scopes: ['network:*'] } as const;
  await voting.cast(key, id, approve);
  world.revalidated = (principal) => (principal.kind === 'api_key' ? null : principal);
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  world.revalidated = (principal) => (principal.kind === 'api_key' ? key : principal);
  t.equal(await refused(changes.apply(stager, id, force)), null);
});

t.test('an approver who falls while the device is being read stops the push', async (t) => {
  const falls = [
    () => setPerson(owner, ADA, { role: 'viewer' }),
    (voting: { withdraw(who: typeof ada, id: string): Promise<void> }, id: string) =>
      voting.withdraw(ada, id),
    (voting: { cast(who: typeof ada, id: string, vote: typeof reject): Promise<unknown> }, id: string) =>
      voting.cast(ben, id, reject),
    () => owner.query('update approval_policies set min_approvers = 2 where deleted_at is null'),
  ];
  for (const fall of falls) {
    const { world, changes, voting, store } = await begin([{ min_approvers: 1 }]);
    const { id } = await changes.stage(stager, update());
    await voting.cast(ada, id, approve);
    world.device.duringRead = async () => {
      world.device.duringRead = null;
      await fall(voting, id);
    };
    t.match(await refused(changes.apply(stager, id, force)), /changes\.(approval_missing|rejected)/);
    t.equal(world.device.pushes.length, 0);
    t.same((await store.history(stager, id)).attempts, []);
  }
});

t.test('applies raced with a vote that is taken back push with it or not at all', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
    const second = startProcess(connect('second'), world, '01900000-0000-7000-8000-000000000002');
    const { id } = await changes.stage(stager, update());
    await voting.cast(ada, id, approve);
    const [withdrawn, ...applied] = await Promise.all([
      refused(voting.withdraw(ada, id)),
      refused(changes.apply(stager, id, force)),
      refused(second.changes.apply(stager, id, force)),
    ]);
    const wins = applied.filter((each) => each === null).length;
    t.equal(world.device.pushes.length, wins);
    t.ok(wins <= 1);
    if (withdrawn !== null) t.match([withdrawn, wins], ['changes.not_pending', 1]);
  }
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

t.test(
  'what cannot be read is approved on what was seen last, and not at all where nothing was',
  async (t) => {
    const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
    world.device.failRead = unreachable();
    const seen = await changes.stage(stager, update());
    t.equal(await refused(voting.cast(ada, seen.id, approve)), null);
    const unseen = await changes.stage(stager, update({ target_id: '*7' }));
    t.equal(await refused(voting.cast(ada, unseen.id, approve)), 'gateway.adapter_connection_error');
    t.equal(await refused(voting.cast(ada, unseen.id, reject)), null);
    world.device.failRead = null;
    t.equal(await refused(changes.apply(stager, seen.id, force)), null);
  },
);

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
