import t from 'tap';
import { heldPush } from '../support/held-push.ts';
import { SECOND } from '../support/requests.ts';
import { ORGANIZATION } from '../support/rows.ts';
import { operator, setScene } from '../support/set-scene.ts';

const { begin, expireLeases } = await setScene(t);

t.test('a set that is cancelled between its step and the claim pushes nothing', async (t) => {
  const { world, stage, apply, runner, steps, sets, outcomes } = await begin();
  const id = await apply(await stage(2));
  t.ok(await steps.begin(ORGANIZATION, id));
  await sets.cancel(operator, id);
  await runner.step(ORGANIZATION, id);
  t.same(await outcomes(id), ['not_run', 'not_run']);
  t.equal(world.device.pushes.length, 0);
});

t.test('a change that is on its way when the set is cancelled gets its outcome', async (t) => {
  const { world, stage, apply, work, sets, outcomes } = await begin();
  const id = await apply(await stage(2));
  world.device.duringPush = async () => {
    await sets.cancel(operator, id);
  };
  await work();
  t.same(await outcomes(id), ['applied', 'not_run']);
  t.match(await sets.get(operator, id), { status: 'cancelled' });
});

t.test(
  'a set whose process dies at any point of a step, again and again, applies nothing twice',
  async (t) => {
    const { world, stage, apply, steps, runner, sets, outcomes, applier, ledger, recovery, work, start } =
      await begin();
    const ids = await stage(4);
    const id = await apply(ids);
    const second = start(SECOND);
    t.ok(await steps.begin(ORGANIZATION, id), 'dies before it claims');
    t.ok(await steps.begin(ORGANIZATION, id), 'and so does the next');
    t.same(await outcomes(id), ['applying', 'pending', 'pending', 'pending']);
    await second.runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'pending', 'pending', 'pending']);

    t.ok(await steps.begin(ORGANIZATION, id));
    await applier.apply(operator, String(ids[1]), { force: true });
    t.same(await outcomes(id), ['applied', 'applying', 'pending', 'pending'], 'dies after the push');
    await second.runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'applied', 'pending', 'pending']);
    t.equal(world.device.pushes.length, 2);

    t.ok(await steps.begin(ORGANIZATION, id));
    await ledger.claim(operator, String(ids[2]), { force: true });
    await second.runner.step(ORGANIZATION, id);
    t.same(
      await outcomes(id),
      ['applied', 'applied', 'applying', 'pending'],
      'waits for the attempt of the dead',
    );
    await expireLeases();
    t.equal(await recovery.sweep(), 1);
    await runner.step(ORGANIZATION, id);
    t.same(await outcomes(id), ['applied', 'applied', 'unknown', 'not_run'], 'and tells that nobody knows');
    t.match(await sets.get(operator, id), { status: 'stopped', reason: /Change 3 has an unknown outcome/ });
    await work();
    t.equal(world.device.pushes.length, 2);
  },
);

t.test('a step that was taken for dead records nothing and pushes nothing any more', async (t) => {
  const { world, stage, apply, steps, runner, outcomes, applier, sets } = await begin();
  const ids = await stage(2);
  const id = await apply(ids);
  const old = await steps.begin(ORGANIZATION, id);
  if (old === null) return t.fail('a step was begun');
  const still = steps.stillWanted(old);
  const taken = await steps.begin(ORGANIZATION, id);
  t.ok(taken?.isResumed);
  await t.rejects(applier.apply(operator, String(ids[0]), { force: true }, still));
  t.equal(world.device.pushes.length, 0);
  const invented = { outcome: 'failed', error: 'late', error_type: null, attempt_id: null } as const;
  await steps.conclude(old, invented);
  t.same(await outcomes(id), ['applying', 'pending']);
  await runner.step(ORGANIZATION, id);
  t.same(await outcomes(id), ['applied', 'pending']);
  t.match(await sets.get(operator, id), { status: 'running' });
});

t.test('many steps of one set at once push each change once', async (t) => {
  const { world, stage, apply, runner, start, work, sets } = await begin();
  const id = await apply(await stage(3));
  const second = start(SECOND);
  for (let round = 0; round < 4; round += 1)
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? runner : second.runner).step(ORGANIZATION, id)),
    );
  await work();
  t.equal(world.device.pushes.length, 3);
  t.match(await sets.get(operator, id), { status: 'finished', done: 3 });
});

t.test('a busy target is waited for', async (t) => {
  const { world, stage, apply, work, sets, changes, queue } = await begin();
  const [one, two] = [...(await stage(1)), ...(await stage(1, { target_id: '*1' }))].map(String);
  const { arrived, release } = heldPush(world);
  const running = changes.apply(operator, String(one), { force: true });
  await arrived;
  const id = await apply([String(two)]);
  const askedMs = Date.now();
  await work(1);
  t.match(await sets.get(operator, id), { status: 'running', changes: [{ outcome: 'pending' }] });
  t.ok(Number(queue.waiting[0]?.runAt) >= askedMs + 2_000);
  release();
  await running;
  await work();
  t.match(await sets.get(operator, id), { changes: [{ outcome: 'refused', error_type: 'changes.stale' }] });
});
