import t from 'tap';
import { ADA, ada, approvalScene, approve, BEN, ben, reject, stager } from '../support/approval-scene.ts';
import { setPerson } from '../support/people.ts';
import { startProcess } from '../support/pipeline.ts';
import { force, refused, update } from '../support/requests.ts';
import { OTHER_SITE } from '../support/rows.ts';

const { connect, owner, begin } = await approvalScene(t);

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
