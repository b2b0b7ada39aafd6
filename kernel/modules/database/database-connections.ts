import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ConfigError, type KernelConfig } from '../../config/index.ts';
import {
  assertHarmless,
  CONNECTION_WAIT_MS,
  ConnectingPool,
  createPool,
  type MigrationDeclaration,
  PostgresDatabase,
  SessionLock,
} from '../../infrastructure/database/index.ts';
import type { SecretBox } from '../../infrastructure/secrets/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import {
  READ_ONLY_SESSION,
  readAsOwner,
  startServer,
  startServerReadOnly,
  withOwner,
} from './owner-connection.ts';
import { assertUsable, type Prepared, prepareDatabase } from './prepare-database.ts';

export interface DatabaseConnections {
  readonly database: PostgresDatabase;
  readonly systemUrl: string;
  /** Plain connections for the job worker. */
  readonly workerPool: pg.Pool;
  /** Ports of our own servers on this machine. */
  readonly ownPorts: readonly number[];
  /** Names this database among others that share a Redis. */
  readonly fingerprint: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly config: KernelConfig;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly migrations: readonly MigrationDeclaration[];
  /**
   * Purpose: without Redis only one process may serve (DECISIONS 40); a read-only purpose migrates nothing, makes
   * no login, and has connections on which nothing can be written (R24).
   */
  readonly purpose: Purpose;
}

/** Why a platform is opened. */
export type Purpose = 'serve' | 'work' | 'look';

const WORKER_POOL_SIZE = 10;

/** The database, brought forward and with its logins: the embedded server, or the one of DATABASE_URL. */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnections> {
  const { config, logger } = options;
  const server = await (options.purpose === 'look' ? startServerReadOnly(config) : startServer(config));
  try {
    const connections = await toldWhileWaiting(logger, connectTo(server.url, options));
    return {
      ...connections,
      close: async () => {
        await connections.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server
      .stop()
      .catch((failure: unknown) => logger.warn('stopping PostgreSQL failed', { error: failure }));
    throw error;
  }
}

async function connectTo(ownerUrl: string, options: ConnectOptions): Promise<DatabaseConnections> {
  const { config, purpose, secrets, migrations } = options;
  if (purpose === 'look') return openToLook(ownerUrl, options);
  const single = purpose === 'serve' && config.REDIS_URL === undefined ? await lockSingle(ownerUrl) : null;
  try {
    const prepared = await withOwner(ownerUrl, (owner) =>
      prepareDatabase(owner, ownerUrl, secrets, migrations),
    );
    await assertHarmless(prepared.logins.appUrl);
    return openPools(ownerUrl, prepared, single, options);
  } catch (error) {
    await single?.release();
    throw error;
  }
}

/** As the owner, since the logins of a key that no process started with are not there yet. */
async function openToLook(ownerUrl: string, options: ConnectOptions): Promise<DatabaseConnections> {
  const { secrets, migrations } = options;
  const { installation_id } = await readAsOwner(ownerUrl, (owner) =>
    assertUsable(owner, secrets, migrations),
  );
  const logins = { appUrl: ownerUrl, systemUrl: ownerUrl };
  return openPools(ownerUrl, { logins, installation_id }, null, options);
}

function openPools(
  ownerUrl: string,
  { logins, installation_id }: Pick<Prepared, 'logins' | 'installation_id'>,
  single: SessionLock | null,
  { config, logger, purpose }: ConnectOptions,
): DatabaseConnections {
  const onError = (error: Error & { client?: unknown }): void => {
    // pg-pool sets the client as a field of the error; it would be kilobytes of every line.
    delete error.client;
    logger.warn('a database connection was lost', { error });
  };
  const size = config.DATABASE_POOL_SIZE;
  const app = createPool({ url: logins.appUrl, size, name: 'app', onError });
  const system = createPool({ url: logins.systemUrl, size, name: 'system', onError, queryTimeoutMs: 35_000 });
  const workerPool = new ConnectingPool({
    connectionString: logins.systemUrl,
    max: WORKER_POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    application_name: 'patchbay jobs',
  });
  workerPool.on('error', onError);
  workerPool.on('connect', (client) => client.on('error', onError));
  if (purpose === 'look') for (const pool of [app, system, workerPool]) pool.options.verify = onlyLooking;
  const database = new PostgresDatabase(app, system, logger);
  return {
    database,
    systemUrl: logins.systemUrl,
    workerPool,
    fingerprint: createHash('sha256')
      .update(installation_id)
      .update(new URL(ownerUrl).pathname)
      .digest('hex')
      .slice(0, 12),
    ownPorts: [ownerUrl, config.REDIS_URL].flatMap(localPortOf),
    close: async () => {
      await Promise.allSettled([database.close(), workerPool.end()]);
      await single?.release();
    },
  };
}

/** A connection that cannot be held to looking is not handed out. */
const onlyLooking: NonNullable<pg.PoolConfig['verify']> = (client, done) =>
  void client.query(READ_ONLY_SESSION).then(() => done(), done);

const REPORT_EVERY_MS = 5_000;

/** Says in the log that the start waits for its database, for as long as it does. */
async function toldWhileWaiting<T>(logger: Logger, connecting: Promise<T>): Promise<T> {
  const timer = setInterval(() => logger.warn('the start waits for the database'), REPORT_EVERY_MS);
  try {
    return await connecting;
  } finally {
    clearInterval(timer);
  }
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', '']);
const USUAL_PORT: Readonly<Record<string, number>> = { 'redis:': 6379, 'rediss:': 6379 };

/** The port of a server of ours on this machine; equipment is never looked for there (DECISIONS 33). */
function localPortOf(address: string | undefined): readonly number[] {
  const url = address === undefined ? null : URL.parse(address);
  if (!url || !LOCAL.has(url.hostname)) return [];
  return [Number(url.port) || (USUAL_PORT[url.protocol] ?? 5432)];
}

/** Without Redis one process serves alone; a second one is refused rather than half working (DECISIONS 40). */
async function lockSingle(ownerUrl: string): Promise<SessionLock> {
  const lock = new SessionLock(ownerUrl, 'patchbay.single', new URL(ownerUrl).pathname);
  for (const deadlineMs = performance.now() + 5_000; ; ) {
    if (await lock.acquire()) return lock;
    if (performance.now() > deadlineMs)
      throw new ConfigError(
        'another process uses this database; set REDIS_URL in both to let them share the work',
      );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
