import { join } from 'node:path';
import pg from 'pg';
import type { KernelConfig } from '../config/index.ts';
import { startEmbeddedPostgres } from '../database/index.ts';

const OWNER_CONNECT_MS = 10_000;

/** The PostgreSQL server of this configuration; stopping is for the last who uses an embedded one. */
export interface DatabaseServer {
  /** Address of the database's owner; holds the password. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or the embedded one, started or adopted. */
export async function startServer(
  config: Pick<KernelConfig, 'DATABASE_URL' | 'DATA_DIR'>,
): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres') });
}

/** Runs `work` on one connection of the database's owner. */
export async function withOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: OWNER_CONNECT_MS,
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
