import pg from 'pg';
import { waitFor } from '../harness/wait-for.ts';
import { atLeast, type Line } from './bench.ts';
import { pour } from './load/pour.ts';
import { setUp } from './owner.ts';
import { CHAIN_OUT, connectChain } from './peers/peer-chain.ts';
import { startPeerHost } from './peers/peer-host.ts';
import { startHost } from './processes/platform-host.ts';
import { type PostgresCpu, postgresCpuOf } from './processes/postgres-cpu.ts';
import { cpuMs, stop } from './processes/processes.ts';
import { alternate } from './rounds.ts';
import type { Stage } from './stage.ts';
import { median } from './statistics.ts';

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
  readonly pid: number;
  readonly postgres: PostgresCpu;
  /** The number of the last event. */
  after: number;
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of an event in the server, and in PostgreSQL. */
  readonly nodeMs: number;
  readonly postgresMs: number;
}

/** Events per second, from the first request to the end of the last of their runs. */
async function through(side: Side, seconds: number): Promise<Measured> {
  const { db, runs, url, apiKey, pid, postgres, after } = side;
  const finished = async (): Promise<number> => {
    const { rows } = await db.query(`select count(*)::int as n from ${runs} where finished_at is not null`);
    return rows[0].n;
  };
  const before = await finished();
  const usedMs = [cpuMs(pid), postgres.usedMs()] as const;
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
  return {
    perSecond: accepted.size / (((await lastEndMs()) - startedAtMs) / 1_000),
    nodeMs: (cpuMs(pid) - usedMs[0]) / accepted.size,
    postgresMs: (postgres.usedMs() - usedMs[1]) / accepted.size,
  };
}

async function sideOf(
  databaseUrl: string,
  facts: Pick<Side, 'url' | 'apiKey' | 'runs' | 'pid'>,
): Promise<Side> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query(CHAIN_OUT);
  return { ...facts, db, postgres: await postgresCpuOf(databaseUrl), after: 0 };
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
  const product = await sideOf(databaseUrl, {
    url: host.url,
    apiKey,
    runs: 'connection_runs',
    pid: host.child.pid ?? 0,
  });
  const floor = await sideOf(bare.hello.databaseUrl, {
    url: bare.hello.url,
    apiKey,
    runs: 'floor_http_runs',
    pid: bare.child.pid ?? 0,
  });
  try {
    for (const side of [product, floor]) await through(side, stage.of(WARM_UP_SECONDS, 0.2));
    const { rounds, seconds } = stage.options;
    const measured = await alternate(rounds, {
      floor: () => through(floor, seconds),
      product: () => through(product, seconds),
    });
    const both = (figure: keyof Measured): string =>
      [measured.floor, measured.product]
        .map((side) => median(side.map((each) => each[figure])).toFixed(2))
        .join(' and ');
    const note = `${CONNECTIONS} connections post events; each ends in a run of three steps, of which the last inserts a row. Floor: a server that keeps the event, the run before its effect and its end, all that waits in one statement. Processor time of an event, floor and product: ${both('nodeMs')} ms in the server, ${both('postgresMs')} ms in PostgreSQL.`;
    return {
      name: 'chain over HTTP',
      unit: 'chains/s',
      floor: measured.floor.map(({ perSecond }) => perSecond),
      product: measured.product.map(({ perSecond }) => perSecond),
      bar: atLeast(0.8),
      note,
    };
  } finally {
    await Promise.all([product, floor].map(({ db }) => db.end()));
    await Promise.all([stop(host.child), stop(bare.child)]);
  }
}
