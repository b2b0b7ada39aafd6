import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';
import type { KernelConfig } from '../../config/index.ts';
import { CONNECTION_WAIT_MS } from '../../infrastructure/database/index.ts';

/** The PostgreSQL server of this configuration; stopping is for the last who uses an embedded one. */
export interface DatabaseServer {
  /** Address of the database's owner; holds the password. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Session of read-only commands: no statement may write, and each has an end. */
export const READ_ONLY_SESSION = `set default_transaction_read_only = on; set statement_timeout = 10000; set lock_timeout = 5000`;
const READ_ONLY_LOCK_WAIT_MS = 10_000;

type ServerConfig = Pick<KernelConfig, 'DATABASE_URL' | 'DATA_DIR'>;

/** The server of DATABASE_URL, or the embedded one, started or adopted. */
export async function startServer(config: ServerConfig): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres') });
}

/** The same for read-only commands: an embedded one is started, never made. */
export async function startServerReadOnly(config: ServerConfig): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) return startServer(config);
  const dataDir = join(config.DATA_DIR, 'postgres');
  return startEmbeddedPostgres({ dataDir, existing: true, lockWaitMs: READ_ONLY_LOCK_WAIT_MS });
}

/** Runs `work` on one connection of the database's owner on which nothing can be written (R24). */
export const readAsOwner = <T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> =>
  withOwner(ownerUrl, async (owner) => {
    await owner.query(READ_ONLY_SESSION);
    return work(owner);
  });

/** Runs `work` on one connection of the database's owner. */
export async function withOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    application_name: 'patchbay owner',
  });
  owner.on('error', () => {});
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
