import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import {
  type ConnectingPool,
  createPool,
  databaseMigrations,
  migrate,
  PostgresDatabase,
  provisionLogins,
} from '@patchbay/kernel/database';
import { silentLogger } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import { migrations } from '../../migrations/index.ts';
import { PEOPLE_STATEMENTS } from './people.ts';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

async function clusterUrl(t: Teardown): Promise<string> {
  const given = process.env['PATCHBAY_TEST_DATABASE_URL'];
  if (given) return given;
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-changes-'));
  const server = await startEmbeddedPostgres({ dataDir, flags: { fsync: 'off' } });
  t.teardown(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server.url;
}

const sibling = (url: string, name: string): string => {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
};

export interface TestDatabase {
  /** As one more process would connect to the same data; those of one name share their connections. */
  connect(name?: string): PostgresDatabase;
  /** Past every lock, to look and to break things. */
  readonly owner: pg.Client;
}

/** An own database with the tables of changes, on real PostgreSQL. */
export async function testDatabase(t: Teardown): Promise<TestDatabase> {
  const url = await clusterUrl(t);
  const name = `changes_${process.pid}_${randomBytes(3).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const ownerUrl = sibling(url, name);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const logins = await provisionLogins(owner, ownerUrl, 'a-password-for-tests');
  await migrate(owner, ownerUrl, [...databaseMigrations, ...migrations]);
  for (const statement of PEOPLE_STATEMENTS) await owner.query(statement);
  const pools: ConnectingPool[] = [];
  const named = new Map<string, readonly [ConnectingPool, ConnectingPool]>();
  const pool = (login: string, kind: string): ConnectingPool => {
    const made = createPool({ url: login, size: 5, name: kind, onError: () => {} });
    pools.push(made);
    return made;
  };
  t.teardown(async () => {
    await Promise.all([...pools.map((each) => each.end()), owner.end()]);
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const poolsOf = (): readonly [ConnectingPool, ConnectingPool] => [
    pool(logins.appUrl, 'app'),
    pool(logins.systemUrl, 'system'),
  ];
  const connect = (process?: string) => {
    const [app, system] = (process === undefined ? undefined : named.get(process)) ?? poolsOf();
    if (process !== undefined) named.set(process, [app, system]);
    return new PostgresDatabase(app, system, silentLogger);
  };
  return { connect, owner };
}
