import t from 'tap';
import { setPerson } from '../support/people.ts';
import { person } from '../support/pipeline.ts';
import { FIRST } from '../support/requests.ts';
import { OTHER_SITE, USER } from '../support/rows.ts';
import { inMs, operator, setScene } from '../support/set-scene.ts';

const { owner, begin } = await setScene(t);

t.test('authority is that of whoever applied the set, as it is at every change', async (t) => {
  for (const facts of [{ role: 'viewer' }, { is_active: false }, { site_ids: [OTHER_SITE] }] as const) {
    const { world, stage, apply, work, sets, outcomes } = await begin();
    const id = await apply(await stage(3));
    await work(1);
    await setPerson(owner, USER, facts);
    await work();
    t.same(await outcomes(id), ['applied', 'refused', 'not_run']);
    t.equal(world.device.pushes.length, 1);
    t.match(await sets.get(operator, id), { status: 'stopped', reason: /refused/ });
  }
});

t.test('a key that is revoked meanwhile applies nothing more', async (t) => {
  const { world, stage, sets, work, outcomes } = await begin();
  const key = person('operator', { kind: 'api_key', key_id: FIRST, session_id: null, scopes: ['network:*'] });
  const { id } = await sets.create(key, { name: 'x', changes: await stage(2) });
  await sets.apply(key, id, true);
  world.revalidated = (principal) => (principal.key_id === FIRST ? key : principal);
  await work(1);
  world.revalidated = (principal) => (principal.key_id === FIRST ? null : principal);
  await work();
  t.same(await outcomes(id), ['applied', 'refused']);
});

t.test('gate, freeze, approvals and staleness are asked for every change of a set', async (t) => {
  const { world, stage, apply, work, sets, outcomes, freezes, policies } = await begin();
  const admin = person('org_admin');
  const last = async () => {
    const id = await apply(await stage(1));
    await work();
    const [item] = (await sets.get(operator, id)).changes;
    return [item?.outcome, item?.error_type];
  };
  world.isGateOpen = false;
  t.same(await last(), ['refused', 'changes.gate_closed']);
  world.isGateOpen = true;
  const { id: policy } = await policies.create(admin, { feature_pattern: '**', min_approvers: 1 });
  t.same(await last(), ['refused', 'changes.approval_missing']);
  await policies.remove(admin, policy, null);
  const freeze = await freezes.create(admin, {
    starts_at: inMs(-1_000),
    ends_at: inMs(60_000),
    reason: 'no',
  });
  t.same(await last(), ['refused', 'changes.frozen']);
  await freezes.remove(admin, freeze.id, null);
  const ids = await stage(1);
  for (const key of world.device.objects.keys()) world.device.objects.set(key, { name: 'moved' });
  const stale = await apply(ids);
  await work();
  t.same(await outcomes(stale), ['refused']);
  t.equal(world.device.pushes.length, 0);
});
