import pg from 'pg';
import { isoFromPostgres } from '../timestamp.ts';
import { ConnectingPool } from './connecting-pool.ts';
import { corkWrites } from './cork-writes.ts';

const TIMESTAMPTZ_OID = 1184;
const INT8_OID = 20;
const NUMERIC_OID = 1700;

function typeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(TIMESTAMPTZ_OID, isoFromPostgres);
  types.setTypeParser(INT8_OID, Number);
  types.setTypeParser(NUMERIC_OID, Number);
  return types;
}

/** Behind the deadline of every request. */
const MAX_WAIT_MS = 150_000;

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly name: string;
  /** Called for connections that die while idle; a dead connection must never end the process. */
  readonly onError: (error: Error) => void;
  /** Longest a statement may take as seen from here, in milliseconds. Default 8,000. */
  readonly queryTimeoutMs?: number;
}

/**
 * A pool whose connections send statements without waiting for the answer before (pipelining), so that
 * BEGIN with the scope, the statement and COMMIT cost one round trip. How long to wait for a connection is for
 * `Connections` to say; the pool's own end is far behind it.
 */
export function createPool({
  url,
  size,
  name,
  onError,
  queryTimeoutMs = 8_000,
}: PoolOptions): ConnectingPool {
  const pool = new ConnectingPool({
    connectionString: url,
    max: size,
    application_name: `patchbay ${name}`,
    connectionTimeoutMillis: MAX_WAIT_MS,
    idleTimeoutMillis: 30_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: typeParsers(),
    ...({ pipeline: true } satisfies { pipeline: boolean }),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    corkWrites(client);
  });
  return pool;
}
