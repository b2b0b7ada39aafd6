import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import { waitFor } from '../../harness/wait-for.ts';
import { BareChain, type ChainEvent } from '../floors/chain-writer.ts';
import { answers } from './answers.ts';

/** Publishes so many events at once; asks for the time until all their runs have ended. */
interface Ask {
  readonly side: 'floor' | 'product';
  readonly events: number;
  readonly organization_id: string;
  readonly connection_id: string;
}

const PER_UNIT = 250;
const EVERY_MS = 25;
const TIMEOUT_MS = 120_000;
const databaseUrl = String(process.env['DATABASE_URL']);
const platform = await createPlatform();
const database = platform.get(DATABASE);
const watcher = new pg.Client({ connectionString: databaseUrl });
await watcher.connect();

const eventsOf = (count: number): readonly ChainEvent[] =>
  Array.from({ length: count }, (_, index) => ({ device_id: `device-${index}`, new_status: 'offline' }));

async function runsOf(
  connection_id: string,
): Promise<{ readonly succeeded: number; readonly ended: number }> {
  const { rows } = await watcher.query(
    `select count(*) filter (where status = 'succeeded')::int as succeeded, count(finished_at)::int as ended
     from connection_runs where connection_id = $1`,
    [connection_id],
  );
  return rows[0];
}

async function throughProduct({ events, organization_id, connection_id }: Ask): Promise<void> {
  const before = await runsOf(connection_id);
  const all = eventsOf(events);
  for (let from = 0; from < all.length; from += PER_UNIT)
    await database.write(systemPrincipal(organization_id), async (work) => {
      for (const payload of all.slice(from, from + PER_UNIT))
        work.events.publishNamed('ingest.external', { name: 'bench', payload: { ...payload } });
    });
  const done = async () => {
    const now = await runsOf(connection_id);
    return now.ended - before.ended >= events ? now : null;
  };
  const after = await waitFor(`${events} runs`, done, { timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS });
  if (after.succeeded - before.succeeded !== events)
    throw new Error(`runs failed: ${JSON.stringify({ before, after })}`);
}

async function throughFloor({ events, organization_id }: Ask): Promise<void> {
  const bare = new BareChain(databaseUrl, organization_id);
  try {
    await bare.process(eventsOf(events));
  } finally {
    await bare.close();
  }
}

async function perSecond(ask: Ask): Promise<{ readonly perSecond: number }> {
  const startedMs = performance.now();
  await (ask.side === 'floor' ? throughFloor(ask) : throughProduct(ask));
  return { perSecond: ask.events / ((performance.now() - startedMs) / 1_000) };
}

answers(perSecond, () => Promise.all([platform.stop(), watcher.end()]));
const preparing = new BareChain(databaseUrl, '');
await preparing.prepare();
await preparing.close();
process.send?.({ url: platform.url });
