import { PatchbayError } from '@patchbay/kernel/errors';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { times } from '@patchbay/test/harness';
import t from 'tap';
import { LEASE_SECONDS } from '../services/applying/attempt-ledger.ts';
import { failedBefore, succeeded } from '../services/applying/attempt-outcome.ts';
import { testDatabase } from './support/database.ts';
import { heldPush } from './support/held-push.ts';
import { person, startProcess, World } from './support/pipeline.ts';
import { FIRST, force, SECOND, update } from './support/requests.ts';

const { connect, owner } = await testDatabase(t);
const operator = person('operator');
const SCALE = 50;
const MANY = times(1_000, 200);

function twoProcesses() {
  const world = new World();
  world.device.objects.set('*1', { name: 'red' });
  return {
    world,
    first: startProcess(connect(), world, FIRST),
    second: startProcess(connect(), world, SECOND),
  };
}

const outcomes = async (works: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(works)) {
    const { reason } = settled as { reason?: unknown };
    const id =
      settled.status === 'fulfilled'
        ? 'applied'
        : reason instanceof PatchbayError
          ? reason.kind === 'unavailable'
            ? reason.id
            : reason.kind
          : String(reason);
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
};

const expireLeases = () =>
  owner.query(`update change_attempts set lease_until = now() - interval '1 second'`);

t.test('parallel applies of one change in two processes push once', async (t) => {
  const { world, first, second } = twoProcesses();
  const { id } = await first.changes.stage(operator, update());
  const works = Array.from({ length: SCALE }, (_, index) =>
    (index % 2 === 0 ? first : second).changes.apply(operator, id, force),
  );
  t.same(await outcomes(works), { applied: 1, conflict: SCALE - 1 });
  t.equal(world.device.pushes.length, 1);
});

t.test('many parallel applies in one process push once and answer everyone', async (t) => {
  const { world, first } = twoProcesses();
  const { id } = await first.changes.stage(operator, update());
  const sentAwayAfterMs: number[] = [];
  const works = Array.from({ length: MANY }, async () => {
    const startedMs = performance.now();
    try {
      return await first.changes.apply(operator, id, force);
    } catch (error) {
      if (error instanceof PatchbayError && error.id === 'changes.too_many_waiting')
        sentAwayAfterMs.push(performance.now() - startedMs);
      throw error;
    }
  });
  const { 'changes.too_many_waiting': sentAway = 0, ...answered } = await outcomes(works);
  t.same(
    sentAwayAfterMs.filter((ms) => ms < 9_990),
    [],
    'only those who have waited as long as the queue allows are sent away',
  );
  t.same(answered, { applied: 1, conflict: MANY - 1 - sentAway });
  t.equal(world.device.pushes.length, 1);
});

t.test('parallel applies and discards end in one of both', async (t) => {
  const { world, first, second } = twoProcesses();
  const { id } = await first.changes.stage(operator, update());
  const works = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? first.changes.apply(operator, id, force)
      : second.changes.discard(operator, id, { force: true }),
  );
  t.same(await outcomes(works), { applied: 1, conflict: 19 });
  const { status } = await first.changes.get(operator, id);
  t.equal(world.device.pushes.length, status === 'applied' ? 1 : 0);
});

t.test('two changes of one object are not pushed at the same time, others are', async (t) => {
  const { world, first, second } = twoProcesses();
  const [a, b, other, created] = await Promise.all([
    first.changes.stage(operator, update()),
    first.changes.stage(operator, update({ payload: { name: 'green' } })),
    first.changes.stage(operator, update({ target_id: '*2' })),
    first.changes.stage(operator, update({ operation: 'create', target_id: undefined })),
  ]);
  const { arrived, release } = heldPush(world);
  const running = first.changes.apply(operator, a.id, force);
  await arrived;
  await t.rejects(second.changes.apply(operator, b.id, force), { message: /same object/ });
  await t.rejects(second.changes.apply(operator, a.id, force), { message: /running/ });
  await t.rejects(second.changes.discard(operator, a.id, { force: true }), { message: /running/ });
  world.device.duringPush = null;
  t.match(await second.changes.apply(operator, other.id, force), { change: { status: 'applied' } });
  t.match(await second.changes.apply(operator, created.id, force), { change: { status: 'applied' } });
  release();
  t.match(await running, { change: { status: 'applied' } });
});

t.test('an attempt whose process died becomes unknown, is told, and is pushed by nobody', async (t) => {
  const { world, first, second } = twoProcesses();
  const { id } = await first.changes.stage(operator, update());
  const claim = await first.ledger.claim(operator, id, force);
  t.equal(await second.recovery.sweep(), 0, 'its lease still holds');
  await expireLeases();
  const found = await Promise.all([first.recovery.sweep(), second.recovery.sweep()]);
  t.equal(found[0] + found[1], 1, 'one of both settles it');
  t.match(await second.changes.get(operator, id), {
    status: 'pending',
    last_outcome: 'unknown',
    last_error: 'The process stopped before the push began.',
  });
  t.match(world.events.at(-1), {
    type: 'controller.change.failed',
    payload: { change_id: id, reason: /process stopped/ },
  });
  t.equal(world.device.pushes.length, 0);
  await t.rejects(second.changes.apply(operator, id, force), { message: /acknowledge_unknown/ });
  t.equal(
    await first.ledger.markSent(operator, claim, { before: null, confirm_token: null }),
    false,
    'a process that comes back late must not push',
  );
});

t.test(
  'a process that stood still before its push sends nothing, and the change stays pending',
  async (t) => {
    const world = new World();
    const clock = new ManualClock();
    const process = startProcess(connect(), world, FIRST, clock);
    const { id } = await process.changes.stage(operator, update());
    world.revalidated = (principal) => {
      clock.advance(LEASE_SECONDS * 1_000);
      return principal;
    };
    await t.rejects(process.changes.apply(operator, id, force), { message: /Nothing was sent/ });
    t.equal(world.device.pushes.length, 0);
    t.match(await process.changes.get(operator, id), {
      status: 'pending',
      last_outcome: 'failed',
      last_error: /stood still/,
    });
    world.revalidated = null;
    t.match(await process.changes.apply(operator, id, force), { change: { status: 'applied' } });
    t.equal(world.device.pushes.length, 1);
  },
);

t.test('a process that comes late overwrites nothing', async (t) => {
  const { first, second } = twoProcesses();
  const { id } = await first.changes.stage(operator, update());
  const { attempt } = await first.ledger.claim(operator, id, force);
  await expireLeases();
  await second.recovery.sweep();
  const known = { target_id: '*1', before: null, after: null };
  t.equal(await first.settling.settle(attempt, succeeded(known)), null);
  t.equal(await first.settling.settle(attempt, failedBefore(new Error('late'), known)), null);
  t.match(await second.changes.get(operator, id), { status: 'pending', last_outcome: 'unknown' });
  const again = await second.changes.apply(operator, id, { ...force, acknowledge_unknown: true });
  t.ok(again.attempt.fencing > attempt.fencing);
  t.equal(await first.settling.settle(attempt, failedBefore(new Error('late'), known)), null);
  t.match(await first.changes.get(operator, id), { status: 'applied' });
});

t.test(
  'a process taken for dead in the middle of its push answers unknown and leaves what was recorded',
  async (t) => {
    const { world, first, second } = twoProcesses();
    const { id } = await first.changes.stage(operator, update());
    world.device.duringPush = async () => {
      await expireLeases();
      t.equal(await second.recovery.sweep(), 1);
    };
    await t.rejects(first.changes.apply(operator, id, force), { message: /outcome is unknown/ });
    t.match(await second.changes.get(operator, id), {
      status: 'pending',
      last_outcome: 'unknown',
      last_error: 'The process stopped after the push began; the device may have acted.',
    });
    t.equal(world.device.pushes.length, 1);
  },
);
