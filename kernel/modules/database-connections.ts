import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ConfigError, type KernelConfig } from '../config/index.ts';
import {
  assertHarmless,
  createOrm,
  createPool,
  type EntityDeclaration,
  forkFor,
  type Logins,
  type MigrationDeclaration,
  migrate,
  PostgresDatabase,
  provisionLogins,
  SessionLock,
  startEmbeddedPostgres,
} from '../database/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { Logger } from '../telemetry/index.ts';

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
  readonly entities: readonly EntityDeclaration[];
  readonly migrations: readonly MigrationDeclaration[];
}

const OWNER_CONNECT_MS = 10_000;
const WORKER_POOL_SIZE = 10;

/** The database, brought forward and with its logins: the embedded server, or the one of DATABASE_URL. */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnections> {
  const { config, logger } = options;
  const server =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres') })
      : null;
  const ownerUrl = server?.url ?? String(config.DATABASE_URL);
  try {
    const connections = await connectTo(ownerUrl, options);
    return {
      ...connections,
      close: async () => {
        await connections.close();
        await server?.stop();
      },
    };
  } catch (error) {
    await server
      ?.stop()
      .catch((failure: unknown) => logger.warn('stopping PostgreSQL failed', { error: failure }));
    throw error;
  }
}

async function connectTo(ownerUrl: string, options: ConnectOptions): Promise<DatabaseConnections> {
  const single = options.config.REDIS_URL === undefined ? await lockSingle(ownerUrl) : null;
  try {
    const logins = await prepare(ownerUrl, options);
    await assertHarmless(logins.appUrl);
    return openPools(ownerUrl, logins, single, options);
  } catch (error) {
    await single?.release();
    throw error;
  }
}

function openPools(
  ownerUrl: string,
  logins: Logins,
  single: SessionLock | null,
  { config, logger, secrets, entities }: ConnectOptions,
): DatabaseConnections {
  const onError = (error: Error): void => logger.warn('a database connection was lost', { error });
  const size = config.DATABASE_POOL_SIZE;
  const app = createPool({ url: logins.appUrl, size, name: 'app', onError });
  const system = createPool({ url: logins.systemUrl, size, name: 'system', onError, queryTimeoutMs: 35_000 });
  const workerPool = new pg.Pool({
    connectionString: logins.systemUrl,
    max: WORKER_POOL_SIZE,
    application_name: 'patchbay jobs',
  });
  workerPool.on('error', onError);
  workerPool.on('connect', (client) => client.on('error', onError));
  const orm = createOrm(entities);
  return {
    database: new PostgresDatabase(app, system, (unit) => forkFor(orm, unit), logger),
    systemUrl: logins.systemUrl,
    workerPool,
    fingerprint: createHash('sha256')
      .update(secrets.deriveKey('database'))
      .update(new URL(ownerUrl).pathname)
      .digest('hex')
      .slice(0, 12),
    ownPorts: [ownerUrl, config.REDIS_URL].flatMap(localPortOf),
    close: async () => {
      await Promise.allSettled([app.end(), system.end(), workerPool.end()]);
      await single?.release();
    },
  };
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

async function prepare(ownerUrl: string, { secrets, migrations }: ConnectOptions) {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: OWNER_CONNECT_MS,
    application_name: 'patchbay owner',
  });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const password = createHmac('sha256', secrets.deriveKey('database-login')).update('login').digest('hex');
    const logins = await provisionLogins(owner, ownerUrl, password);
    await migrateJobs(owner, ownerUrl);
    await migrate(owner, ownerUrl, migrations);
    await checkSecretKey(owner, secrets);
    return logins;
  } finally {
    await owner.end();
  }
}

/** Steps of graphile-worker 0.18's own schema; a start killed half way is finished by the next. */
const JOB_SCHEMA_STEPS = 20;

/** graphile-worker's own schema; two processes take turns. */
async function migrateJobs(owner: pg.Client, ownerUrl: string): Promise<void> {
  await owner.query(`select pg_advisory_lock(hashtext('patchbay.migrations'))`);
  try {
    if ((await jobSchemaSteps(owner)) < JOB_SCHEMA_STEPS) await runMigrations({ connectionString: ownerUrl });
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('patchbay.migrations'))`);
  }
}

async function jobSchemaSteps(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select to_regclass('graphile_worker.migrations') is not null as exists`,
  );
  if (!rows[0].exists) return 0;
  const steps = await owner.query(
    'select coalesce(max(id), 0)::int as steps from graphile_worker.migrations',
  );
  return steps.rows[0].steps;
}

/** Refuses to run with another SECRET_KEY than the one that sealed this database (DECISIONS 40). */
async function checkSecretKey(owner: pg.Client, secrets: SecretBox): Promise<void> {
  const values = secrets
    .deriveKeys('check-value')
    .map(({ key }) => createHmac('sha256', key).update('patchbay').digest('hex'));
  await owner.query(
    `insert into platform_settings (name, value) values ('secret_check', to_jsonb($1::text)) on conflict do nothing`,
    [values[0]],
  );
  const { rows } = await owner.query(
    `select value #>> '{}' as value from platform_settings where name = 'secret_check'`,
  );
  if (!values.includes(String(rows[0]?.value)))
    throw new ConfigError(
      'SECRET_KEY is not the one this database was set up with; put the former one into SECRET_KEY_PREVIOUS',
    );
  if (rows[0].value !== values[0])
    await owner.query(
      `update platform_settings set value = to_jsonb($1::text), updated_at = now() where name = 'secret_check'`,
      [values[0]],
    );
}
