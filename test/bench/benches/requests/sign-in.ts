import { atMost, type Bench, noMoreThan } from '../../bench.ts';
import { callsPerSecond } from '../../load/callers.ts';
import { type IdentitySide, startIdentitySide } from '../../processes/identity-side.ts';
import { ask } from '../../processes/message.ts';
import { stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';
import { median } from '../../statistics.ts';

const PER_ROUND = 15;
const AT_ONCE = 8;

interface Delay {
  /** Processor time of the longest hold. */
  readonly heldMs: number;
  readonly maxMs: number;
  readonly p99Ms: number;
}

async function signInMs({ signIn }: IdentitySide, count: number): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < count; each += 1) times.push((await signIn()).ms);
  return median(times);
}

interface Crowd extends Delay {
  readonly perSecond: number;
}

/** How long the event loop was held at most while so many people sign in at once. */
async function crowd(side: IdentitySide, seconds: number): Promise<Crowd> {
  await ask(side.child, 'watch');
  const perSecond = await callsPerSecond(AT_ONCE, seconds, () => side.signIn());
  return { perSecond, ...(await ask<Delay>(side.child, 'watched')) };
}

/** The same while the process does nothing but hash: what the machine itself holds up. */
async function hashing(side: IdentitySide, seconds: number): Promise<Crowd> {
  await ask(side.child, 'watch');
  const told = await ask<{ readonly perSecond: number }>(side.child, { hashingSeconds: seconds });
  return { ...told, ...(await ask<Delay>(side.child, 'watched')) };
}

async function run(stage: Stage) {
  // Hashes run on threads beside the event loop, so the process has every core, as it has in production.
  const side = await startIdentitySide(stage, null);
  try {
    const { rounds, seconds } = stage.options;
    const perRound = stage.of(PER_ROUND, 2);
    const hashMs = async (): Promise<number> =>
      (await ask<{ readonly ms: number }>(side.child, { hashes: perRound })).ms;
    await hashMs();
    await signInMs(side, perRound);
    const alone = await alternate(rounds, { floor: hashMs, product: () => signInMs(side, perRound) });
    const crowds = await alternate(rounds, {
      floor: () => hashing(side, seconds),
      product: () => crowd(side, seconds),
    });
    const longest = (each: readonly Crowd[], name: 'heldMs' | 'maxMs'): readonly number[] => [
      Math.max(...each.map((one) => one[name])),
    ];
    const told = (name: 'perSecond' | 'p99Ms'): string =>
      [crowds.product, crowds.floor]
        .map((each) => median(each.map((one) => one[name])).toFixed(1))
        .join(' and ');
    return [
      {
        name: 'sign-in',
        unit: 'ms',
        ...alone,
        bar: atMost(1.2),
        note: 'One after another; floor: one hash.',
      },
      {
        name: 'sign-in event loop',
        unit: 'ms',
        floor: longest(crowds.floor, 'heldMs'),
        product: longest(crowds.product, 'heldMs'),
        bar: noMoreThan(20),
        note: `The longest that the main thread worked between two turns, ${AT_ONCE} people at once, in its own processor time; floor: the process only hashes. Sign-ins and hashes a second ${told('perSecond')}, p99 of the delay ${told('p99Ms')} ms.`,
      },
      {
        name: 'sign-in wall delay',
        unit: 'ms',
        floor: longest(crowds.floor, 'maxMs'),
        product: longest(crowds.product, 'maxMs'),
        bar: null,
        note: 'The same by the clock: with the threads that hash and whatever else the machine ran in between.',
      },
    ];
  } finally {
    await stop(side.child);
  }
}

export const signIn: Bench = {
  name: 'sign-in',
  about: 'POST /auth/login against one argon2id hash of 19 MiB and two passes',
  run,
};
