import { AdapterError } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import type { StageInput } from '../../contract.ts';
import { testDatabase } from './database.ts';
import { setPerson } from './people.ts';
import { person, startProcess, World } from './pipeline.ts';
import { FIRST, update } from './requests.ts';
import { StepQueue, startReview } from './review.ts';
import { USER } from './rows.ts';

export const operator = person('operator');
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Change sets on a database of the test's own. */
export async function setScene(t: Pick<Test, 'teardown'>) {
  const { connect, owner } = await testDatabase(t);

  /** A world, and processes that share its queue of steps. */
  async function begin() {
    await setPerson(owner, USER);
    const world = new World();
    const queue = new StepQueue();
    const start = (owner_id: string) => {
      const process = startProcess(connect(owner_id), world, owner_id);
      return { ...process, ...startReview(process, { queue }) };
    };
    const first = start(FIRST);
    const stage = async (count: number, facts: Partial<StageInput> = {}) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const target_id = `*${world.device.objects.size + 1}`;
        world.device.objects.set(target_id, { name: 'red' });
        world.synced.set(`vlan ${target_id}`, { name: 'red' });
        ids.push((await first.changes.stage(operator, update({ target_id, ...facts }))).id);
      }
      return ids;
    };
    const apply = async (changes: readonly string[], facts: object = {}) => {
      const { id } = await first.sets.create(operator, { name: 'tonight', changes: [...changes], ...facts });
      await first.sets.apply(operator, id, true);
      return id;
    };
    const outcomes = async (id: string) =>
      (await first.sets.get(operator, id)).changes.map(({ outcome }) => outcome);
    const statuses = (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await first.changes.get(operator, id)).status));
    return { world, start, stage, apply, outcomes, statuses, ...first };
  }

  const expireLeases = () =>
    owner.query(`update change_attempts set lease_until = now() - interval '1 second'`);
  return { owner, begin, expireLeases };
}

/** Fails the push of these targets. */
export function failing(
  world: World,
  targets: readonly string[],
  outcome: 'refused' | 'unknown' = 'refused',
) {
  world.device.duringPush = async () => {
    if (!targets.includes(String(world.device.pushes.at(-1)?.target_id))) return;
    throw new AdapterError('adapter_error', outcome, 'no room left');
  };
}
