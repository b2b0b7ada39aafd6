import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';
import type { Test } from 'tap';
import { silentLogger } from '../../../telemetry/index.ts';
import {
  createPool,
  databaseMigrations,
  migrate,
  type migration,
  PostgresDatabase,
  provisionLogins,
} from '../index.ts';

async function clusterUrl(t: Test): Promise<string> {
  const given = process.env['PATCHBAY_TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-database-'));
  const server = await startEmbeddedPostgres({ dataDir, flags: { fsync: 'off' } });
  t.teardown(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server.url;
}

/** A database of the test's own with the kernel's tables and these, as a process works on it. */
export async function ownDatabase(
  t: Test,
  tables: ReturnType<typeof migration> | readonly ReturnType<typeof migration>[],
  size = 2,
) {
  const cluster = await clusterUrl(t);
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  const name = `database_${process.pid}_${randomBytes(3).toString('hex')}`;
  await admin.query(`create database ${name}`);
  const target = new URL(cluster);
  target.pathname = `/${name}`;
  const ownerUrl = target.href;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const logins = await provisionLogins(owner, ownerUrl, 'a-password-for-tests');
  await migrate(owner, ownerUrl, [...databaseMigrations, ...[tables].flat()]);
  const fail = (error: Error): void => t.comment(error.message);
  const app = createPool({ url: logins.appUrl, size, name: 'app', onError: fail });
  const system = createPool({ url: logins.systemUrl, size: 2, name: 'system', onError: fail });
  const database = new PostgresDatabase(app, system, silentLogger);
  t.teardown(async () => {
    await Promise.all([database.close(), owner.end()]);
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { database, owner, app, system, ownerUrl, appUrl: logins.appUrl };
}
