import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { unreachable } from '../support/acme.ts';
import { ADA, ada, approvalScene, approve, BEN, ben, reject, stager } from '../support/approval-scene.ts';
import { setPerson } from '../support/people.ts';
import { person } from '../support/pipeline.ts';
import { force, refused, update } from '../support/requests.ts';
import { ORGANIZATION, OTHER_SITE } from '../support/rows.ts';

const { owner, begin } = await approvalScene(t);

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
