import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';
import type { Test } from 'tap';
import { silentLogger } from '../../../../telemetry/index.ts';
import {
  createPool,
  databaseMigrations,
  migrate,
  PostgresDatabase,
  provisionLogins,
} from '../../../database/index.ts';
import { httpMigrations } from '../../index.ts';

async function clusterUrl(t: Test): Promise<string> {
  const given = process.env['PATCHBAY_TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-http-'));
  const server = await startEmbeddedPostgres({ dataDir, flags: { fsync: 'off' } });
  t.teardown(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server.url;
}

/** A database with this room's tables, gone when the test ends. */
export async function databaseFor(t: Test): Promise<PostgresDatabase> {
  const cluster = await clusterUrl(t);
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  const name = `http_${process.pid}`;
  await admin.query(`create database ${name}`);
  const ownerUrl = new URL(cluster);
  ownerUrl.pathname = `/${name}`;
  const owner = new pg.Client({ connectionString: ownerUrl.href });
  await owner.connect();
  const logins = await provisionLogins(owner, ownerUrl.href, 'a-password-for-tests');
  await migrate(owner, ownerUrl.href, [...databaseMigrations, ...httpMigrations]);
  await owner.end();
  const onError = (error: Error): void => t.comment(error.message);
  const app = createPool({ url: logins.appUrl, size: 4, name: 'app', onError });
  const system = createPool({ url: logins.systemUrl, size: 2, name: 'system', onError });
  t.teardown(async () => {
    await Promise.allSettled([app.end(), system.end()]);
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return new PostgresDatabase(app, system, silentLogger);
}
