import { randomBytes } from 'node:crypto';
import {
  type ConnectingPool,
  createPool,
  databaseMigrations,
  migrate,
  type migration,
  PostgresDatabase,
  provisionLogins,
} from '@patchbay/kernel/database';
import { silentLogger } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import { clusterUrl, urlFor } from '../harness/index.ts';

export interface MigratedDatabase {
  /** As one more process would connect to the same data; those of one name share their connections. */
  connect(name?: string): PostgresDatabase;
  /** Past every lock, to look and to break things. */
  readonly owner: pg.Client;
}

/** A database of the test's own with the tables of these migrations and no other, on real PostgreSQL. */
export async function migratedDatabase(
  t: { teardown(work: () => unknown): unknown },
  migrations: readonly ReturnType<typeof migration>[],
): Promise<MigratedDatabase> {
  const url = await clusterUrl();
  const name = `migrated_${process.pid}_${randomBytes(3).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const ownerUrl = urlFor(url, name);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const logins = await provisionLogins(owner, ownerUrl, 'a-password-for-tests');
  await migrate(owner, ownerUrl, [...databaseMigrations, ...migrations]);
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
  const connect = (process?: string) => {
    const [app, system] = (process === undefined ? undefined : named.get(process)) ?? [
      pool(logins.appUrl, 'app'),
      pool(logins.systemUrl, 'system'),
    ];
    if (process !== undefined) named.set(process, [app, system]);
    return new PostgresDatabase(app, system, silentLogger);
  };
  return { connect, owner };
}
