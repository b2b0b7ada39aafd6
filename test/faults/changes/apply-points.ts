import { waitFor } from '../../harness/wait-for.ts';
import { type HeldWrites, holdWrites } from '../world/held-writes.ts';
import type { World } from '../world/world.ts';

/** An apply on its way to a point, with what keeps it there. */
export interface Reached {
  readonly calls: readonly Promise<unknown>[];
  readonly held?: HeldWrites;
}

/** A change of a rule on the lab router, staged and compared with the router already. */
export interface Staged {
  readonly change_id: string;
  /** The rule's own address. */
  readonly path: string;
  readonly comment: string;
}

/** Where the platform is killed in an apply, and what must have become of the attempt by itself. */
export interface ApplyPoint {
  readonly name: string;
  /** Null: no attempt was made. */
  readonly outcome: 'succeeded' | 'unknown' | null;
  readonly pushes: 0 | 1;
  reach(world: World, staged: Staged, apply: () => Promise<unknown>): Promise<Reached>;
}

/** Longer than it takes to notice, shorter than any deadline of an apply. */
const MOMENT_MS = 400;
const NEVER_MS = 120_000;
const ATTEMPTS = 'change_attempts';

const isMet = (world: World) =>
  waitFor('the request', async () => world.lab.faults.list().length === 0, { timeoutMs: 60_000, everyMs: 5 });

async function atRequest(
  world: World,
  { path }: Staged,
  apply: () => Promise<unknown>,
  method: string,
  kind: 'hang' | 'slow',
): Promise<Reached> {
  const delay = kind === 'slow' ? { delay_ms: NEVER_MS } : {};
  world.lab.faults.set({ kind, method, path, count: 1, ...delay });
  const calls = [apply()];
  await isMet(world);
  return { calls };
}

/** Once the router has taken the request, and before its answer arrives. */
async function pausedAt(
  world: World,
  { path }: Staged,
  apply: () => Promise<unknown>,
  method: string,
): Promise<readonly Promise<unknown>[]> {
  world.lab.faults.set({ kind: 'slow', method, path, count: 1, delay_ms: MOMENT_MS });
  const calls = [apply()];
  await isMet(world);
  return calls;
}

async function heldAfter(
  world: World,
  staged: Staged,
  apply: () => Promise<unknown>,
  method: string,
): Promise<Reached> {
  const calls = await pausedAt(world, staged, apply, method);
  const held = await holdWrites(world.databaseUrl, ATTEMPTS);
  await held.untilOneWaits();
  return { calls, held };
}

export const applyPoints: readonly ApplyPoint[] = [
  {
    name: 'before the attempt row',
    outcome: null,
    pushes: 0,
    reach: async (world, _staged, apply) => {
      const held = await holdWrites(world.databaseUrl, ATTEMPTS);
      const calls = [apply()];
      await held.untilOneWaits();
      return { calls, held };
    },
  },
  {
    name: 'after the attempt row',
    outcome: 'unknown',
    pushes: 0,
    reach: (world, staged, apply) => atRequest(world, staged, apply, 'GET', 'hang'),
  },
  {
    name: 'before the push is marked',
    outcome: 'unknown',
    pushes: 0,
    reach: (world, staged, apply) => heldAfter(world, staged, apply, 'GET'),
  },
  {
    name: 'during the push, before the router acts',
    outcome: 'unknown',
    pushes: 0,
    reach: (world, staged, apply) => atRequest(world, staged, apply, 'PATCH', 'hang'),
  },
  {
    name: 'during the push, after the router acted',
    outcome: 'unknown',
    pushes: 1,
    reach: (world, staged, apply) => atRequest(world, staged, apply, 'PATCH', 'slow'),
  },
  {
    name: 'while the push is read back',
    outcome: 'unknown',
    pushes: 1,
    reach: async (world, staged, apply) => {
      const calls = await pausedAt(world, staged, apply, 'PATCH');
      world.lab.faults.set({ kind: 'hang', method: 'GET', path: staged.path, count: 1 });
      await isMet(world);
      return { calls };
    },
  },
  {
    name: 'before the result is recorded',
    outcome: 'unknown',
    pushes: 1,
    reach: (world, staged, apply) => heldAfter(world, staged, apply, 'PATCH'),
  },
  {
    name: 'after the result is recorded',
    outcome: 'succeeded',
    pushes: 1,
    reach: async (world, { change_id }, apply) => {
      const calls = [apply()];
      const isRecorded = async (): Promise<boolean> =>
        (
          await world.rows(`select from change_attempts where change_id = $1 and outcome = 'succeeded'`, [
            change_id,
          ])
        ).length > 0;
      await waitFor('the result', isRecorded, { timeoutMs: 60_000, everyMs: 1 });
      return { calls };
    },
  },
];
