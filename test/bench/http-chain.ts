import pg from 'pg';
import { waitFor } from '../harness/wait-for.ts';
import { atLeast, type Line } from './bench.ts';
import { pour } from './load/pour.ts';
import { setUp } from './owner.ts';
import { CHAIN_OUT, connectChain } from './peers/peer-chain.ts';
import { startPeerHost } from './peers/peer-host.ts';
import { startHost } from './processes/platform-host.ts';
import { stop } from './processes/processes.ts';
import { alternate } from './rounds.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const DRAINED_MS = 180_000;
/** Counting reads the whole table, so it is done seldom; the end is known from the rows. */
const COUNTED_EVERY_MS = 250;

/** Where events are sent, and where their runs are counted. */
interface Side {
  readonly url: string;
  readonly apiKey: string;
  readonly db: pg.Client;
  readonly runs: string;
  /** The number of the last event. */
  after: number;
}

/** Events per second, from the first request to the end of the last of their runs. */
async function through(side: Side, seconds: number): Promise<number> {
  const { db, runs, url, apiKey, after } = side;
  const finished = async (): Promise<number> => {
    const { rows } = await db.query(`select count(*)::int as n from ${runs} where finished_at is not null`);
    return rows[0].n;
  };
  const before = await finished();
  const lastEndMs = async (): Promise<number> => {
    const { rows } = await db.query(
      `select (extract(epoch from max(finished_at)) * 1000)::float8 as ms from ${runs}`,
    );
    return rows[0].ms;
  };
  const startedMs = performance.now();
  const startedAtMs = Date.now();
  const isOver = (): boolean => performance.now() - startedMs > seconds * 1_000;
  const { accepted, last } = await pour({ url, apiKey, connections: CONNECTIONS, after }, isOver);
  side.after = last;
  const isDone = async (): Promise<boolean> => (await finished()) - before >= accepted.size;
  await waitFor('the end of all runs', isDone, { timeoutMs: DRAINED_MS, everyMs: COUNTED_EVERY_MS });
  return accepted.size / (((await lastEndMs()) - startedAtMs) / 1_000);
}

async function sideOf(databaseUrl: string, facts: Pick<Side, 'url' | 'apiKey' | 'runs'>): Promise<Side> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query(CHAIN_OUT);
  return { ...facts, db, after: 0 };
}

/** The chain that the peers have, from a request to its last row, beside the least that is as durable. */
export async function httpChain(stage: Stage): Promise<Line> {
  const databaseUrl = await stage.database();
  const host = await startPeerHost({
    databaseUrl,
    rowsUrl: databaseUrl,
    dataDir: await stage.folder('chain'),
  });
  const bare = await startHost<{ readonly url: string; readonly databaseUrl: string }>(
    stage,
    'http-chain-host.ts',
  );
  const apiKey = await connectChain(await setUp(host.url));
  const product = await sideOf(databaseUrl, { url: host.url, apiKey, runs: 'connection_runs' });
  const floor = await sideOf(bare.hello.databaseUrl, {
    url: bare.hello.url,
    apiKey,
    runs: 'floor_http_runs',
  });
  try {
    for (const side of [product, floor]) await through(side, stage.of(WARM_UP_SECONDS, 0.2));
    const { rounds, seconds } = stage.options;
    const figures = await alternate(rounds, {
      floor: () => through(floor, seconds),
      product: () => through(product, seconds),
    });
    const note = `${CONNECTIONS} connections post events; each ends in a run of three steps, of which the last inserts a row. Floor: a server that keeps the event, the run before its effect and its end, all that waits in one statement.`;
    return { name: 'chain over HTTP', unit: 'chains/s', ...figures, bar: atLeast(0.8), note };
  } finally {
    await Promise.all([product, floor].map(({ db }) => db.end()));
    await Promise.all([stop(host.child), stop(bare.child)]);
  }
}
