import { DATABASE } from '@patchbay/kernel/database';
import { defineEvent } from '@patchbay/kernel/events';
import { createPlatform, type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import Type from 'typebox';
import { waitFor } from '../../harness/wait-for.ts';
import { answers } from './answers.ts';

/** Publishes at this rate for so long, then waits until nothing is left to do. */
export interface FloodAsk {
  readonly organization_id: string;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface FloodAnswer {
  readonly published: number;
  readonly publishedPerSecond: number;
  /** From the last publication until the last run had ended. */
  readonly drainedSeconds: number;
  /** Events without exactly one succeeded run. */
  readonly lost: number;
}

const KINDS = 100;
const PER_UNIT = 250;
const DRAINED_MS = 300_000;
const databaseUrl = String(process.env['DATABASE_URL']);

const typeOf = (kind: number): string => `flood.kind_${String(kind).padStart(2, '0')}.seen`;

const kinds: DiscoveredModule = {
  file: 'modules/flood/index.ts',
  declaration: defineModule({
    id: 'flood',
    title: 'Flood',
    status: 'available',
    prefixes: [],
    events: Array.from({ length: KINDS }, (_, kind) =>
      defineEvent({
        type: typeOf(kind),
        title: 'Seen',
        description: 'Something was seen.',
        category: 'bench',
        access: { role: 'org_admin' },
        payload: Type.Object({ device_id: Type.String(), new_status: Type.String() }),
      }),
    ),
  }),
};

const platform = await createPlatform({ modules: [kinds] });
const database = platform.get(DATABASE);
const watcher = new pg.Client({ connectionString: databaseUrl });
await watcher.connect();

const numberOf = async (query: string): Promise<number> => Number((await watcher.query(query)).rows[0].n);

async function publish({ organization_id, perSecond, seconds }: FloodAsk): Promise<number> {
  const principal = systemPrincipal(organization_id);
  const startedMs = performance.now();
  const total = perSecond * seconds;
  for (let done = 0; done < total; done += PER_UNIT) {
    const dueMs = startedMs + (done / perSecond) * 1_000;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 1) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    await database.write(principal, async (work) => {
      for (let index = done; index < done + PER_UNIT; index += 1)
        work.events.publishNamed(typeOf(index % KINDS), {
          device_id: `device-${index}`,
          new_status: 'offline',
        });
    });
  }
  return total / ((performance.now() - startedMs) / 1_000);
}

async function flood(ask: FloodAsk): Promise<FloodAnswer> {
  const published = ask.perSecond * ask.seconds;
  const runs = `select count(*) as n from connection_runs where status = 'succeeded'`;
  const before = await numberOf(runs);
  const publishedPerSecond = await publish(ask);
  const endedMs = performance.now();
  const isDrained = async () => (await numberOf(runs)) - before >= published;
  await waitFor('the runs', isDrained, { timeoutMs: DRAINED_MS, everyMs: 250 });
  const drainedSeconds = (performance.now() - endedMs) / 1_000;
  const lost = await numberOf(`
    select count(*) as n from event_log e left join (
      select event_id, count(*) as runs from connection_runs where status = 'succeeded' group by 1) r on r.event_id = e.id
    where e.event_type like 'flood.%' and r.runs is distinct from 1`);
  return { published, publishedPerSecond, drainedSeconds, lost };
}

answers(flood, () => Promise.all([platform.stop(), watcher.end()]));
process.send?.({ url: platform.url });
