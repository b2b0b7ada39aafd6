import { waitFor } from '../../../harness/wait-for.ts';
import { atLeast, type Bench, type Line, noMoreThan } from '../../bench.ts';
import type { HooksAsk } from '../../hosts/hooks-host.ts';
import { Receiver } from '../../load/receiver.ts';
import { type Owner, setUp } from '../../owner.ts';
import { ask } from '../../processes/message.ts';
import { startHost } from '../../processes/platform-host.ts';
import { stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const MINUTE_MS = 60_000;
const WEBHOOKS = 8;
/** As many as one organization may have under way. */
const AT_ONCE = 32;
const DELIVERIES_PER_SECOND = 400;
const TIMEOUT_MS = 240_000;
const STEP_MS = MINUTE_MS / 2;
const DOWN_MS = 10 * MINUTE_MS;
const MAX_MINUTES = 15;

type Tell = (message: HooksAsk) => Promise<unknown>;

const subscribe = ({ post }: Owner, url: string, ordered: boolean) =>
  post('/webhooks', { name: 'bench', url, events: ['ingest.external'], ordered });

/** Deliveries per second beside a client that only signs and posts. */
async function throughput(stage: Stage, owner: Owner, tell: Tell): Promise<Line> {
  const receiver = new Receiver();
  await receiver.up();
  try {
    for (let each = 0; each < WEBHOOKS; each += 1)
      await subscribe(owner, receiver.urlOf(`/hook-${each}`), false);
    const { organization_id } = owner;
    const deliver = async (events: number): Promise<number> => {
      const [before, startedMs] = [receiver.count, performance.now()];
      await tell({ organization_id, events });
      const wanted = before + events * WEBHOOKS;
      await waitFor('the deliveries', () => receiver.count >= wanted, { timeoutMs: TIMEOUT_MS });
      return (events * WEBHOOKS) / ((performance.now() - startedMs) / 1_000);
    };
    await deliver(stage.of(25, 2));
    const deliveries = stage.of(DELIVERIES_PER_SECOND * stage.options.seconds, 4 * WEBHOOKS);
    const bare = async (): Promise<number> => {
      const [url, body, startedMs] = [receiver.urlOf('/floor'), receiver.lastBody, performance.now()];
      await tell({ url, body, posts: deliveries, atOnce: AT_ONCE });
      return deliveries / ((performance.now() - startedMs) / 1_000);
    };
    const sides = await alternate(stage.options.rounds, {
      floor: bare,
      product: () => deliver(Math.ceil(deliveries / WEBHOOKS)),
    });
    const note = `${WEBHOOKS} webhooks of one organization that need no order, ${AT_ONCE} at once; each delivery is written before, recorded after with request and answer, and signed. Floor: a client that signs and posts the same bodies.`;
    return { name: 'hooks', unit: 'deliveries/s', ...sides, bar: atLeast(0.5), note };
  } finally {
    await receiver.down();
  }
}

/** Ten minutes without a receiver, an event every half minute, in time that the bench moves on. */
async function outage(owner: Owner, tell: Tell, downMs: number): Promise<readonly Line[]> {
  const [dead, fine] = [new Receiver(), new Receiver()];
  await Promise.all([dead.up(), fine.up()]);
  for (const receiver of [dead, fine]) await subscribe(owner, receiver.urlOf('/hook'), true);
  const { organization_id } = owner;
  let published = 0;
  let late = 0;
  const step = async (): Promise<void> => {
    await tell({ advanceMs: STEP_MS });
    await tell({ organization_id, events: 1 });
    published += 1;
    const reached = waitFor('the other receiver', () => fine.count >= published, { timeoutMs: 10_000 });
    await reached.catch(() => {
      late += 1;
    });
  };
  await dead.down();
  for (let passedMs = 0; passedMs < downMs; passedMs += STEP_MS) await step();
  await dead.up();
  let minutes = 0;
  while (dead.count < published && minutes < 2 * MAX_MINUTES) {
    await step();
    minutes += STEP_MS / MINUTE_MS;
    // What has become due is sent in the machine's time.
    await waitFor('what is due', () => dead.count >= published, { timeoutMs: 1_000 }).catch(() => {});
  }
  const sequences = dead.sequences.get('/hook') ?? [];
  const isWhole =
    sequences.length >= published && sequences.every((sequence, place) => sequence === place + 1);
  await Promise.all([dead.down(), fine.down()]);
  const line = (name: string, unit: string, value: number, most: number, note?: string): Line => ({
    name: `hooks, ${name}`,
    unit,
    floor: [],
    product: [value],
    bar: noMoreThan(most),
    ...(note === undefined ? {} : { note }),
  });
  const note = `${published} events, one every half minute; the platform's clock is moved on, its database's is not. In order and without a gap: ${isWhole}.`;
  return [
    line('whole after a return', 'min', isWhole ? minutes : Number.POSITIVE_INFINITY, MAX_MINUTES, note),
    line('others kept waiting', 'events', late, 0),
  ];
}

async function run(stage: Stage): Promise<readonly Line[]> {
  const { child, hello } = await startHost<{ readonly url: string }>(stage, 'hooks-host.ts');
  try {
    const owner = await setUp(hello.url);
    const tell: Tell = (message) => ask(child, message, TIMEOUT_MS);
    const speed = await throughput(stage, owner, tell);
    return [speed, ...(await outage(owner, tell, stage.of(DOWN_MS, MINUTE_MS)))];
  } finally {
    await stop(child);
  }
}

export const hooks: Bench = {
  name: 'hooks',
  about: 'webhook deliveries per second, and a receiver that is down for ten minutes',
  run,
};
