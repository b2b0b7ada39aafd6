import t from 'tap';
import { pendingFollows } from '../../services/live/follow-controller.ts';
import { ADA, ada, admin, approvalScene, approve, ben, stager } from '../support/approval-scene.ts';
import { setPerson } from '../support/people.ts';
import { force, refused, update } from '../support/requests.ts';
import { CONTROLLER, OTHER_SITE, SITE, USER } from '../support/rows.ts';

const { owner, begin } = await approvalScene(t);
const OF_ADA = { kind: 'api_key', key_id: ADA, session_id: null, scopes: ['network:*'] } as const;

type Begun = Awaited<ReturnType<typeof begin>>;

/** A way by which a change comes to its push; answers what it was refused with, null when it was applied. */
type Path = (begun: Begun, id: string) => Promise<string | null | undefined>;

async function bySet({ sets, work }: Begun, id: string, apply_at?: string) {
  await setPerson(owner, USER);
  const set = await sets.create(stager, { name: 'tonight', changes: [id], apply_at });
  await sets.apply(stager, set.id, true);
  if (apply_at !== undefined)
    await owner.query('update change_sets set apply_at = now() where id = $1', [set.id]);
  await work();
  const [item] = (await sets.get(stager, set.id)).changes;
  return item?.outcome === 'applied' ? null : item?.error_type;
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

const paths: Readonly<Record<string, Path>> = {
  'applied at once': ({ changes }, id) => refused(changes.apply(stager, id, force)),
  'in a change set': (begun, id) => bySet(begun, id),
  'at a scheduled time': (begun, id) => bySet(begun, id, inAnHour()),
};

/** Events between an approval and the push, with the refusal of the push. */
const attacks: readonly (readonly [string, (begun: Begun, id: string) => Promise<unknown>, RegExp])[] = [
  [
    'its payload is swapped',
    (_begun, id) =>
      owner.query(`update pending_changes set payload = '{"name": "evil"}' where id = $1`, [id]),
    /payload_altered/,
  ],
  [
    'its target is swapped',
    (_begun, id) => owner.query(`update pending_changes set target_id = '*2' where id = $1`, [id]),
    /payload_altered|stale|approval_missing/,
  ],
  [
    'its operation is swapped',
    (_begun, id) => owner.query(`update pending_changes set operation = 'delete' where id = $1`, [id]),
    /payload_altered/,
  ],
  [
    'its hash is swapped with its payload',
    (_begun, id) =>
      owner.query(
        `update pending_changes set payload = '{"name": "evil"}', payload_hash = repeat('0', 64) where id = $1`,
        [id],
      ),
    /approval_missing/,
  ],
  [
    'its live value moves',
    async ({ world }) => world.device.objects.set('*1', { name: 'red', mtu: 9000 }),
    /stale|approval_missing/,
  ],
  [
    'its live value moves and comes back, seen by somebody',
    async ({ world, changes }, id) => {
      world.device.objects.set('*1', { name: 'red', mtu: 9000 });
      await changes.get(stager, id, { refresh: true });
      world.device.objects.set('*1', { name: 'red', mtu: 1500 });
    },
    /approval_missing/,
  ],
  ['its approver loses the role', () => setPerson(owner, ADA, { role: 'viewer' }), /approval_missing/],
  ['its approver is disabled', () => setPerson(owner, ADA, { is_active: false }), /approval_missing/],
  [
    'another policy asks for more',
    ({ policies }) => policies.create(admin, { feature_pattern: '**', min_approvers: 2 }),
    /approval_missing/,
  ],
  [
    'another policy asks for a young session',
    ({ policies }) => policies.create(admin, { feature_pattern: '**', min_approvers: 1, step_up: true }),
    /approval_missing/,
  ],
  ['its approver changes their mind', ({ voting }, id) => voting.withdraw(ada, id), /approval_missing/],
];

for (const [how, path] of Object.entries(paths)) {
  t.test(`an approved change is pushed ${how}`, async (t) => {
    const begun = await begin([{ min_approvers: 1 }]);
    const { id } = await begun.changes.stage(stager, update());
    t.equal(await path(begun, id), 'changes.approval_missing');
    await begun.voting.cast(ada, id, approve);
    t.equal(await path(begun, id), null);
    t.equal(begun.world.device.pushes.length, 1);
  });

  for (const [what, attack, refusal] of attacks)
    t.test(`${how}: nothing is pushed once ${what}`, async (t) => {
      const begun = await begin([{ min_approvers: 1 }]);
      const { world, changes, voting } = begun;
      world.device.objects.set('*2', { name: 'red', mtu: 1500 });
      const { id } = await changes.stage(stager, update());
      await voting.cast(ada, id, approve);
      await attack(begun, id);
      t.match(await path(begun, id), refusal);
      t.equal(world.device.pushes.length, 0);
    });
}

t.test('whatever key or account of theirs they use, stagers approve nothing of their own', async (t) => {
  const { changes, voting } = await begin([{ min_approvers: 1 }]);
  const byKey = await changes.stage({ ...ada, ...OF_ADA }, update());
  t.equal(await refused(voting.cast(ada, byKey.id, approve)), 'changes.own_change', 'staged by their key');
  t.equal(await refused(voting.cast({ ...ada, ...OF_ADA }, byKey.id, approve)), 'changes.own_change');
  const own = await changes.stage(ada, update());
  t.equal(await refused(voting.cast({ ...ada, ...OF_ADA }, own.id, approve)), 'changes.own_change');
  await voting.cast(ben, own.id, approve);
  await owner.query('update change_votes set user_id = $1 where change_id = $2', [ADA, own.id]);
  t.equal(
    await refused(changes.apply(stager, own.id, force)),
    'changes.approval_missing',
    'nor by the table',
  );
});

t.test(
  'an undo is a change of its own: it wants its own approvals, not those of what it undoes',
  async (t) => {
    const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
    const { id } = await changes.stage(stager, update());
    await voting.cast(ada, id, approve);
    await changes.apply(stager, id, force);
    const undo = await changes.undo(ada, id);
    t.match(undo, { staged_by: ADA, approvals: { required: 1, given: 0 } });
    t.equal(await refused(voting.cast(ada, undo.id, approve)), 'changes.own_change');
    t.equal(await refused(changes.apply(ada, undo.id, force)), 'changes.approval_missing');
    await voting.cast(ben, undo.id, approve);
    await owner.query(`update pending_changes set payload = '{"name": "evil"}' where id = $1`, [undo.id]);
    t.equal(await refused(changes.apply(ada, undo.id, force)), 'changes.payload_altered');
    t.equal(world.device.pushes.length, 1);
  },
);

t.test('secrets of another change are not put in the place of those that were approved', async (t) => {
  const { world, changes, voting } = await begin([{ min_approvers: 1 }]);
  const stage = (password: string) => changes.stage(stager, update({ payload: { password } }));
  const [good, evil] = [await stage('good'), await stage('evil')];
  await voting.cast(ada, good.id, approve);
  await owner.query(
    `update pending_changes set sealed_payload =
      (select sealed_payload from pending_changes where id = $2) where id = $1`,
    [good.id, evil.id],
  );
  t.ok(await refused(changes.apply(stager, good.id, force)));
  await owner.query('update pending_changes set sealed_payload = null where id = $1', [good.id]);
  t.equal(await refused(changes.apply(stager, good.id, force)), 'changes.payload_altered');
  t.equal(world.device.pushes.length, 0);
});

t.test('a change whose controller moves to another site meets the policies of that site', async (t) => {
  const begun = await begin([{ min_approvers: 1, site_id: OTHER_SITE }]);
  const { world, changes, voting, sets, database } = begun;
  const { id, approvals } = await changes.stage(stager, update());
  t.match(approvals, { required: 0 });
  const set = await sets.create(stager, { name: 'tonight', changes: [id] });
  await database.write(admin, (work) => pendingFollows.moved(work, CONTROLLER, OTHER_SITE));
  t.equal(await refused(changes.apply(stager, id, force)), 'changes.approval_missing');
  await sets.apply(stager, set.id, true);
  await setPerson(owner, USER);
  await begun.work();
  t.match(await sets.get(stager, set.id), { changes: [{ error_type: 'changes.approval_missing' }] });
  const here = { ...stager, site_ids: [SITE] };
  t.equal(await refused(changes.get(here, id)), 'kernel.not_found', 'and is seen by those of that site');
  t.equal(await refused(sets.get(here, set.id)), 'kernel.not_found');
  await voting.cast(ada, id, approve);
  t.equal(await refused(changes.apply(stager, id, force)), null);
  t.equal(world.device.pushes.length, 1);
});
