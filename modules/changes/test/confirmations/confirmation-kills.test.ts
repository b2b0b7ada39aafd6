import t from 'tap';
import type { StageInput } from '../../contract.ts';
import { armedName } from '../../services/confirmations/arming.ts';
import { forgetOpenAttempts, operator, redWorld, soon } from '../support/confirmation-scene.ts';
import { testDatabase } from '../support/database.ts';
import { startProcess } from '../support/pipeline.ts';
import { FIRST, SECOND, update } from '../support/requests.ts';
import { ORGANIZATION } from '../support/rows.ts';

const { connect, owner } = await testDatabase(t);

forgetOpenAttempts(t, owner);

/** Two processes; the first is one that stops in the middle of things. */
function begin(takesBack: boolean) {
  const world = redWorld(takesBack);
  const killed = startProcess(connect('first'), world, FIRST);
  return { world, killed, alive: startProcess(connect('second'), world, SECOND) };
}

type Begun = ReturnType<typeof begin>;

/** Carries out an apply to a point; then its process is gone. */
async function applyUntil(
  { world, killed }: Begun,
  point: 'claimed' | 'arming' | 'armed' | 'sent' | 'pushed',
  facts: Partial<StageInput> = {},
) {
  const { id } = await killed.changes.stage(operator, update(facts));
  const claim = await killed.ledger.claim(operator, id, soon);
  const isDevice = claim.attempt.confirm_mechanism === 'device';
  const name = armedName(claim.attempt.id);
  if (point !== 'claimed' && isDevice) await killed.ledger.markArming(operator, claim);
  const isArmed = isDevice && point !== 'claimed' && point !== 'arming';
  if (isArmed) await world.device.confirm.arm(name, 90);
  if (point === 'sent' || point === 'pushed') {
    const before = claim.change.operation === 'create' ? null : (world.device.objects.get('*1') ?? null);
    await killed.ledger.markSent(operator, claim, { before, confirm_token: null });
  }
  const { operation, target_id, payload } = claim.change;
  if (point === 'pushed')
    await world.device.push({ attempt_id: claim.attempt.id, operation, target_id, payload });
  await owner.query(`update change_attempts set lease_until = now() - interval '1 second'`);
  return { id, attempt_id: claim.attempt.id };
}

const timeIsOver = () =>
  owner.query(`update change_attempts set confirm_until = now() - interval '1 second',
    ending_until = case when ending_until is null then null else now() - interval '1 second' end
    where outcome = 'awaiting_confirmation'`);

for (const point of ['claimed', 'arming', 'armed'] as const)
  t.test(
    `device: killed when ${point}, it is told that nothing was pushed, and nothing stays armed`,
    async (t) => {
      const begun = begin(true);
      const { world, alive } = begun;
      const { id, attempt_id } = await applyUntil(begun, point);
      await alive.takingBack.look(ORGANIZATION, attempt_id);
      t.equal(await alive.recovery.sweep(), 1);
      await alive.takingBack.look(ORGANIZATION, attempt_id);
      t.match(await alive.changes.get(operator, id), {
        last_outcome: 'unknown',
        last_error: 'The process stopped before the push began.',
      });
      t.equal(world.device.armed.size, 0);
      t.equal(world.device.pushes.length, 0);
      const { rows } = await owner.query('select armed_at from change_attempts where id = $1', [attempt_id]);
      t.equal(rows[0].armed_at, null);
    },
  );

t.test('device: one that cannot be told to stand down is told later', async (t) => {
  const begun = begin(true);
  const { world, alive } = begun;
  const { attempt_id } = await applyUntil(begun, 'armed');
  await alive.recovery.sweep();
  world.device.failKeep = new Error('gone');
  const waiting = world.jobs.length;
  await alive.takingBack.look(ORGANIZATION, attempt_id);
  t.equal(world.jobs.length, waiting + 1);
  world.device.failKeep = null;
  await alive.takingBack.look(ORGANIZATION, attempt_id);
  t.equal(world.device.armed.size, 0);
  t.equal(world.jobs.length, waiting + 1);
});

for (const takesBack of [true, false])
  for (const point of ['sent', 'pushed'] as const) {
    const how = takesBack ? 'device' : 'inverse';
    t.test(
      `${how}: killed when ${point}, it waits for a confirmation and goes back without one`,
      async (t) => {
        const begun = begin(takesBack);
        const { world, alive } = begun;
        const { id, attempt_id } = await applyUntil(begun, point);
        t.equal(await alive.recovery.sweep(), 1);
        t.match(await alive.changes.get(operator, id), {
          last_outcome: 'awaiting_confirmation',
          last_error: /process stopped/,
        });
        await timeIsOver();
        world.device.takeBack();
        await alive.takingBack.look(ORGANIZATION, attempt_id);
        t.match(await alive.changes.get(operator, id), { status: 'pending', last_outcome: 'reverted' });
        t.same(world.device.objects.get('*1'), { name: 'red', mtu: 1500 });
        const inverse = takesBack || point === 'sent' ? 0 : 1;
        t.equal(world.device.pushes.length, (point === 'pushed' ? 1 : 0) + inverse);
      },
    );
  }

t.test('device: killed when pushed, it can still be confirmed once it is read back', async (t) => {
  const begun = begin(true);
  const { alive } = begun;
  const pushed = await applyUntil(begun, 'pushed');
  await alive.recovery.sweep();
  t.match(await alive.changes.confirm(operator, pushed.id), { change: { status: 'applied' } });
});

t.test(
  'inverse: a creation whose process was killed is unknown, since nobody knows what it made',
  async (t) => {
    const begun = begin(false);
    const { alive } = begun;
    const creation = { operation: 'create', target_id: undefined, payload: { name: 'new' } } as const;
    const { id, attempt_id } = await applyUntil(begun, 'pushed', creation);
    await alive.recovery.sweep();
    await alive.takingBack.look(ORGANIZATION, attempt_id);
    t.match(await alive.changes.get(operator, id), { last_outcome: 'unknown' });
  },
);

for (const isTold of [false, true])
  t.test(
    `device: killed while confirming, ${isTold ? 'after' : 'before'} the device was told, the device decides`,
    async (t) => {
      const begun = begin(true);
      const { world, killed, alive } = begun;
      const { id } = await killed.changes.stage(operator, update());
      const { attempt } = await killed.changes.apply(operator, id, soon);
      const ending = await killed.database.write(operator, (work) =>
        killed.claims.toConfirm(work, { ...attempt, organization_id: ORGANIZATION }),
      );
      t.ok(ending);
      if (isTold) await world.device.confirm.keep(armedName(attempt.id));
      await timeIsOver();
      world.device.takeBack();
      await alive.takingBack.look(ORGANIZATION, attempt.id);
      t.match(
        await alive.changes.get(operator, id),
        isTold
          ? { status: 'applied', last_outcome: 'succeeded' }
          : { status: 'pending', last_outcome: 'reverted' },
      );
      t.equal(world.device.objects.get('*1')?.['name'], isTold ? 'blue' : 'red');
    },
  );

for (const isPushed of [false, true])
  t.test(
    `inverse: killed while taking back, ${isPushed ? 'after' : 'before'} its push, it is pushed no second time`,
    async (t) => {
      const begun = begin(false);
      const { world, killed, alive } = begun;
      const { id } = await killed.changes.stage(operator, update());
      const { attempt } = await killed.changes.apply(operator, id, soon);
      await timeIsOver();
      const ending = await killed.claims.toRevert({ ...attempt, organization_id: ORGANIZATION });
      if (!ending) throw new Error('not claimed');
      t.ok(await killed.claims.markReverting(ending));
      const push = {
        attempt_id: attempt.id,
        operation: 'update',
        target_id: '*1',
        payload: { name: 'red' },
      } as const;
      if (isPushed) await world.device.push(push);
      await alive.takingBack.look(ORGANIZATION, attempt.id);
      t.match(
        await alive.changes.get(operator, id),
        { last_outcome: 'awaiting_confirmation' },
        'the claim holds',
      );
      await timeIsOver();
      await alive.takingBack.look(ORGANIZATION, attempt.id);
      t.match(await alive.changes.get(operator, id), { last_outcome: isPushed ? 'reverted' : 'unknown' });
      t.equal(world.device.pushes.length, isPushed ? 2 : 1);
      t.notOk(await killed.claims.markReverting(ending), 'a process that comes back late must not push');
    },
  );
