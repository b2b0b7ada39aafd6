import { once } from 'node:events';
import pg from 'pg';
import { waitFor } from '../../../harness/wait-for.ts';
import { type Bench, type Line, noMoreThan } from '../../bench.ts';
import { type Poured, pour } from '../../load/pour.ts';
import { setUp } from '../../owner.ts';
import { CHAIN_OUT, connectChain } from '../../peers/peer-chain.ts';
import { startPeerHost } from '../../peers/peer-host.ts';
import { stop } from '../../processes/processes.ts';
import type { Stage } from '../../stage.ts';

const TRIALS = 10;
const CONNECTIONS = 32;
/** Backlog and all: killed while events are accepted, relayed, matched and carried out. */
const LOADED_MS = 1_500;
const SPREAD_MS = 1_000;
const SETTLED_MS = 180_000;
/** The shortest that a process may be set to, so that ten trials take minutes. */
const LEASE_SECONDS = 3;

async function run(stage: Stage): Promise<readonly Line[]> {
  const databaseUrl = await stage.database();
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query(CHAIN_OUT);
  const dataDir = await stage.folder('host');
  const start = () =>
    startPeerHost({
      databaseUrl,
      rowsUrl: databaseUrl,
      dataDir,
      environment: { FABRIC_RUN_LEASE_SECONDS: String(LEASE_SECONDS) },
    });
  let host = await start();
  const apiKey = await connectChain(await setUp(host.url));
  const trials: Trial[] = [];
  try {
    for (let trial = 0, after = 0; trial < stage.of(TRIALS, 1); trial += 1) {
      const { child, url } = host;
      const ended = once(child, 'exit');
      let isDead = false;
      const pouring = pour({ url, apiKey, connections: CONNECTIONS, after }, () => isDead);
      await new Promise((resolve) =>
        setTimeout(resolve, stage.of(LOADED_MS + Math.random() * SPREAD_MS, 200)),
      );
      child.kill('SIGKILL');
      isDead = true;
      await ended;
      const poured = await pouring;
      host = await start();
      trials.push(await settled(db, poured, after));
      stage.say(`  trial ${trial + 1}: ${JSON.stringify(trials.at(-1))}`);
      after = poured.last;
    }
  } finally {
    await stop(host.child);
    await db.end();
  }
  return linesOf(trials);
}

interface Trial {
  readonly accepted: number;
  /** Accepted events without their row or their succeeded run. */
  readonly lost: number;
  /** Events with more than one run. */
  readonly doubled: number;
  /** Rows inserted again, by a step that was under way: the effect's id is the same. */
  readonly repeated: number;
  readonly settledSeconds: number;
}

/** Waits until no run is open and no event waits, then counts. */
async function settled(db: pg.Client, { accepted, last }: Poured, after: number): Promise<Trial> {
  const startedMs = performance.now();
  const isQuiet = async (): Promise<boolean> => {
    const { rows } = await db.query(`
      select (select count(*) from event_pending) + (select count(*) from connection_runs where finished_at is null)
        + (select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'events.consume') as n`);
    return Number(rows[0].n) === 0;
  };
  await waitFor('quiet after a kill', isQuiet, { timeoutMs: SETTLED_MS, everyMs: 250 });
  const settledSeconds = Math.round((performance.now() - startedMs) / 100) / 10;
  const { rows } = await db.query(
    `select (e.payload->'payload'->>'seq')::int as seq, count(r.id)::int as runs,
       count(*) filter (where r.status = 'succeeded')::int as succeeded
     from event_log e left join connection_runs r on r.event_id = e.id
     where e.event_type = 'ingest.external' and (e.payload->'payload'->>'seq')::int between $1 and $2 group by 1`,
    [after + 1, last],
  );
  const inserted = await db.query(
    'select seq::int as seq, count(*)::int as n from chain_out where seq between $1 and $2 group by 1',
    [after + 1, last],
  );
  const whole = new Set(rows.filter(({ succeeded }) => succeeded === 1).map(({ seq }) => seq));
  const there = new Set(inserted.rows.map(({ seq }) => seq));
  return {
    accepted: accepted.size,
    lost: [...accepted].filter((seq) => !whole.has(seq) || !there.has(seq)).length,
    doubled: rows.filter(({ runs }) => runs > 1).length,
    repeated: inserted.rows.reduce((sum, { n }) => sum + n - 1, 0),
    settledSeconds,
  };
}

function linesOf(trials: readonly Trial[]): readonly Line[] {
  const all = (figure: keyof Trial): number => trials.reduce((sum, trial) => sum + trial[figure], 0);
  const line = (name: string, product: number, note?: string): Line => ({
    name: `saturation, ${name}`,
    unit: 'events',
    floor: [],
    product: [product],
    bar: noMoreThan(0),
    ...(note === undefined ? {} : { note }),
  });
  const slowest = Math.max(...trials.map(({ settledSeconds }) => settledSeconds));
  const note = `${all('accepted')} events accepted over HTTP in ${trials.length} trials, each ended by SIGKILL under ${CONNECTIONS} connections; settled within ${slowest} s of readiness with a lease of ${LEASE_SECONDS} s. ${all('repeated')} rows were inserted a second time by steps under way, under the effect's one id.`;
  return [line('lost', all('lost'), note), line('with two runs', all('doubled'))];
}

export const saturation: Bench = {
  name: 'saturation',
  about: 'accepted events lost when the process is killed under full load',
  run,
};
