import { setTimeout as elapsed } from 'node:timers/promises';
import type { Tally } from '../world/tally.ts';
import { World } from '../world/world.ts';
import { Feeder } from './feeder.ts';
import { type Consumer, EVENTS, type Logged, wireConsumers } from './relay-consumers.ts';
import { Sink } from './sink.ts';

const NO_MIDDLE_AFTER_MS = 60_000;
const DRAINED_WITHIN_MS = 240_000;
const MAX_WORK_MS = 1_500;
const MAX_START_MS = 400;

/**
 * SIGKILL while events are relayed and handed over, while runs go on, and right after a start. Every acknowledged
 * event is in the log once and reached every consumer, each effect under one id; what was in between when the last
 * kill came is so no more after a minute.
 */
export async function killsDuringRelayAndRuns(
  kills: number,
  onProgress: (done: number) => boolean = () => true,
  events: number = kills * 30,
): Promise<Tally> {
  const sink = new Sink();
  const url = await sink.start();
  const world = await World.create({ FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  try {
    const consumers = await wireConsumers(world, sink, url);
    const feeder = new Feeder(world);
    let done = 0;
    for (; done < kills - 1; done += 1) {
      await scenes[done % scenes.length]?.(world, feeder, (events * done) / kills, events / kills);
      await world.platform.kill();
      // Time passes: leases of the dead process end.
      await world.endLeases();
      await world.platform.start();
      if (!onProgress(done + 1)) break;
    }
    await feeder.feed(events);
    await elapsed(Math.random() * MAX_WORK_MS);
    await world.platform.kill();
    const stuck = await stuckAfter(world, consumers);
    onProgress(done + 1);
    for (const { name, open } of consumers)
      stuck.push(...(await world.drained(open, DRAINED_WITHIN_MS)).map((id) => `${name}: ${id}`));
    const { lost, doubled, logged } = await judgeConsumers(world, consumers, feeder.acknowledged);
    console.log(`relay and runs: ${logged} events, ${sink.deliveries.length} requests at the receiver`);
    return { kills: done + 1, acknowledged: feeder.acknowledged.size, lost, doubled, stuck };
  } finally {
    await world.dispose();
    await sink.stop();
  }
}

type Scene = (world: World, feeder: Feeder, before: number, share: number) => Promise<void>;

/** Brings the platform to where it is killed. */
const scenes: readonly Scene[] = [
  async function whileEventsCome(world, feeder, before, share) {
    const feeding = feeder.feed(before + share);
    const enough = before + share * Math.random();
    while (feeder.acknowledged.size < enough) await elapsed(5);
    await world.platform.kill();
    await feeding;
  },
  async function whileRunsGoOn(_world, feeder, before, share) {
    await feeder.feed(before + share);
    await elapsed(Math.random() * MAX_WORK_MS);
  },
  async function rightAfterTheStart() {
    await elapsed(Math.random() * MAX_START_MS);
  },
];

/** Starts the dead platform; answers what had begun before and has not ended a minute later. */
async function stuckAfter(world: World, consumers: readonly Consumer[]): Promise<string[]> {
  const stuck: string[] = [];
  const begun: (readonly string[])[] = [];
  for (const consumer of consumers)
    begun.push(consumer.begun === null ? [] : await idsOf(world, consumer.begun));
  await world.platform.start();
  const endsMs = Date.now() + NO_MIDDLE_AFTER_MS;
  for (const [index, { name, begun: stillBegun }] of consumers.entries()) {
    const ids = begun[index] ?? [];
    if (stillBegun === null || ids.length === 0) continue;
    const left = `select id from (${stillBegun}) s where id = any ('{${ids.join(',')}}'::uuid[])`;
    const stayed = await world.drained(left, Math.max(0, endsMs - Date.now()));
    stuck.push(...stayed.map((id) => `${name}: ${id} a minute later`));
  }
  return stuck;
}

const idsOf = async (world: World, statement: string): Promise<readonly string[]> =>
  (await world.rows<{ id: string }>(statement)).map(({ id }) => id);

/** What the log and every consumer make of what was acknowledged. */
export async function judgeConsumers(
  world: World,
  consumers: readonly Consumer[],
  acknowledged: ReadonlySet<string>,
) {
  const events = await world.rows<Logged>(`select e.id, e.payload->>'name' as name from ${EVENTS}`);
  const unnumbered = await world.rows<Logged>(`select e.id, '' as name from ${EVENTS} and e.cursor is null`);
  const names = events.map(({ name }) => name);
  const logged = new Set(names);
  const lost = [...acknowledged].filter((name) => !logged.has(name)).map((name) => `log: ${name}`);
  lost.push(...unnumbered.map(({ id }) => `log: ${id} has no cursor`));
  const doubled = logged.size === names.length ? [] : [`log: ${names.length - logged.size} twice`];
  for (const { name, judge } of consumers) {
    const findings = await judge(events);
    lost.push(...findings.lost.map((each) => `${name}: ${each}`));
    doubled.push(...findings.doubled.map((each) => `${name}: ${each}`));
  }
  return { lost, doubled, logged: names.length };
}
