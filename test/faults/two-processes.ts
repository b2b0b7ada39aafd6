import { setTimeout as elapsed } from 'node:timers/promises';
import { ApplyBook } from './changes/apply-book.ts';
import { applyOnAll } from './changes/apply-on-both.ts';
import { Feeder } from './relay/feeder.ts';
import { judgeConsumers } from './relay/relay-and-runs.ts';
import { type Consumer, wireConsumers } from './relay/relay-consumers.ts';
import { wireModes } from './relay/run-modes.ts';
import { Sink } from './relay/sink.ts';
import { wireStaging } from './relay/staging-rule.ts';
import type { PlatformProcess } from './world/platform-process.ts';
import { findStale, keepStaleWrites, tickEveryMinute } from './world/stale-writes.ts';
import type { Tally } from './world/tally.ts';
import { World } from './world/world.ts';

const AT_ONCE = 6;
const DRAINED_WITHIN_MS = 120_000;
const MAX_BEFORE_MS = 1_500;
const MAX_DOWN_MS = 1_000;

export interface TwoOptions {
  readonly redisUrl: string;
  /** Of runs; short ones let a short test see them end. */
  readonly leaseSeconds: number;
  readonly events: number;
}

interface Pair {
  readonly world: World;
  readonly processes: readonly [PlatformProcess, PlatformProcess];
  readonly urls: readonly string[];
  readonly consumers: readonly Consumer[];
  readonly feeder: Feeder;
  readonly book: ApplyBook;
}

/**
 * Two processes share the traffic, and time and again one of them is killed at any moment and started again: what
 * was acknowledged is done once, whichever of them had it.
 */
export const killsOfOneOfTwo = (
  kills: number,
  options: TwoOptions,
  onProgress: (done: number) => boolean = () => true,
): Promise<Tally> =>
  withPair(options, async (pair) => {
    const { processes, urls, feeder, world, book } = pair;
    let done = 0;
    while (done < kills) {
      const feeding = feeder.feed((options.events * (done + 1)) / kills, AT_ONCE);
      const applying = applyOnAll(world, book, urls, `m${done}`, done);
      await elapsed(Math.random() * MAX_BEFORE_MS);
      const victim = processes[Math.random() < 0.5 ? 0 : 1];
      await victim.kill();
      await elapsed(Math.random() * MAX_DOWN_MS);
      await victim.start();
      await Promise.all([feeding, applying]);
      done += 1;
      if (!onProgress(done)) break;
    }
    return settle(pair, done);
  });

/**
 * One of two processes stands still for longer than its leases, in the middle of its work, and goes on: the other has
 * done that work by then, and nothing that the first still writes counts.
 */
export const pauseOfOneOfTwo = (pausedMs: number, options: TwoOptions): Promise<Tally> =>
  withPair(options, async (pair) => {
    const { processes, urls, feeder, world, book } = pair;
    const [, paused] = processes;
    await keepStaleWrites(world);
    await tickEveryMinute(world);
    const feeding = feeder.feed(options.events / 2, AT_ONCE);
    const applying = applyOnAll(world, book, urls, 'paused', 0);
    await elapsed(200 + Math.random() * MAX_BEFORE_MS);
    const resumedAtMs = Date.now() + pausedMs;
    paused.freeze();
    const other = new Feeder(world, urls.slice(0, 1), 'o');
    await other.feed(options.events / 4, AT_ONCE);
    await elapsed(Math.max(0, resumedAtMs - Date.now()));
    paused.thaw();
    await Promise.all([feeding, applying]);
    await feeder.feed((options.events * 3) / 4, AT_ONCE);
    for (const name of other.acknowledged) feeder.acknowledged.add(name);
    const tally = await settle(pair, 1);
    const { stale, takenOver } = await findStale(world);
    return { ...tally, untrue: [...(tally.untrue ?? []), ...stale], missed: takenOver > 0 ? 0 : 1 };
  });

async function withPair(
  { redisUrl, leaseSeconds }: TwoOptions,
  work: (pair: Pair) => Promise<Tally>,
): Promise<Tally> {
  const sink = new Sink();
  const url = await sink.start();
  const world = await World.create({
    REDIS_URL: redisUrl,
    ADAPTER_READ_ONLY: 'false',
    FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    FABRIC_RUN_LEASE_SECONDS: String(leaseSeconds),
  });
  try {
    const processes = [world.platform, await world.another()] as const;
    const urls = processes.map((each) => each.url);
    const consumers = [
      ...(await wireConsumers(world, sink, url)),
      ...(await wireModes(world, url)),
      await wireStaging(world),
    ];
    const book = new ApplyBook(world);
    return await work({ world, processes, urls, consumers, book, feeder: new Feeder(world, urls) });
  } finally {
    await world.dispose();
    await sink.stop();
  }
}

async function settle({ world, consumers, feeder, book }: Pair, kills: number): Promise<Tally> {
  const stuck: string[] = [];
  for (const { name, open } of consumers)
    stuck.push(...(await world.drained(open, DRAINED_WITHIN_MS)).map((id) => `${name}: ${id}`));
  const { lost, doubled } = await judgeConsumers(world, consumers, feeder.acknowledged);
  const applies = await book.close();
  return {
    kills,
    acknowledged: feeder.acknowledged.size + applies.acknowledged,
    lost: [...lost, ...applies.lost],
    doubled: [...doubled, ...applies.doubled],
    stuck: [...stuck, ...applies.stuck],
    untrue: applies.untrue ?? [],
  };
}
