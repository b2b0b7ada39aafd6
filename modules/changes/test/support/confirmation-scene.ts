import type pg from 'pg';
import type { Test } from 'tap';
import type { StageInput } from '../../contract.ts';
import { testDatabase } from './database.ts';
import { person, startProcess, World } from './pipeline.ts';
import { FIRST, SECOND, update } from './requests.ts';
import { ORGANIZATION } from './rows.ts';

export const operator = person('operator');
export const soon = { force: true, confirm_within_seconds: 60 } as const;

/** Attempts that an earlier test left open would be in the way: all share one controller. */
export function forgetOpenAttempts(t: Pick<Test, 'beforeEach'>, owner: pg.Client): void {
  t.beforeEach(async () => {
    await owner.query(`update change_attempts set outcome = 'failed', armed_at = null
      where outcome in ('running', 'awaiting_confirmation')`);
  });
}

/** A world whose device has one red object, and takes changes back by itself or not. */
export function redWorld(takesBack: boolean): World {
  const world = new World();
  world.takesBack = takesBack;
  world.device.objects.set('*1', { name: 'red', mtu: 1500 });
  return world;
}

/** Applies that wait for a confirmation, on a database of the test's own. */
export async function confirmationScene(t: Pick<Test, 'teardown' | 'beforeEach'>) {
  const { connect, owner } = await testDatabase(t);
  forgetOpenAttempts(t, owner);

  function begin(takesBack: boolean) {
    const world = redWorld(takesBack);
    world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
    const second = startProcess(connect('second'), world, SECOND);
    return { world, second, ...startProcess(connect('first'), world, FIRST) };
  }

  const timeIsOver = (id: string, bySeconds = 1) =>
    owner.query(
      `update change_attempts set confirm_until = now() - make_interval(secs => $2) where change_id = $1`,
      [id, bySeconds],
    );
  return { owner, begin, timeIsOver };
}

type Begun =
  Awaited<ReturnType<typeof confirmationScene>> extends { begin(how: boolean): infer B } ? B : never;

export async function attemptOf({ store }: Pick<Begun, 'store'>, id: string) {
  const [attempt] = (await store.history(operator, id)).attempts;
  if (attempt === undefined) throw new Error('no attempt');
  return attempt;
}

export const look = async (begun: Pick<Begun, 'store' | 'takingBack'>, id: string) =>
  begun.takingBack.look(ORGANIZATION, (await attemptOf(begun, id)).id);

/** A change that was pushed and waits. */
export async function applied(
  begun: Pick<Begun, 'changes'>,
  facts: Partial<StageInput> = {},
): Promise<string> {
  const { id } = await begun.changes.stage(operator, update(facts));
  const { change, attempt } = await begun.changes.apply(operator, id, soon);
  if (change.status !== 'pending' || attempt.outcome !== 'awaiting_confirmation')
    throw new Error(`${change.status} ${attempt.outcome}`);
  return id;
}
