import { createHash } from 'node:crypto';
import pg from 'pg';
import { CONNECTION_WAIT_MS } from '../connections/connections.ts';
import { groupStatement } from './rights.ts';

/** Connection addresses of the two logins the running platform uses. */
export interface Logins {
  readonly appUrl: string;
  readonly systemUrl: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const STATEMENT_TIMEOUT_MS = 5_000;
const SYSTEM_STATEMENT_TIMEOUT_MS = 30_000;
/** A process that stands still, or lost its network, gives up its locks to the others. */
const IDLE_TIMEOUT_MS = 10_000;

/** Names of the application's and the system's login of one database and one SECRET_KEY. */
export function loginNames(
  database: string,
  keyId: string,
): { readonly app: string; readonly system: string } {
  const suffix = createHash('sha256')
    .update(JSON.stringify([database, keyId]))
    .digest('hex')
    .slice(0, 12);
  return { app: `patchbay_app_${suffix}`, system: `patchbay_system_${suffix}` };
}

/**
 * Makes the group roles that policies name (`patchbay_app`, `patchbay_system`) and, per database and key, a
 * login for each: a process with a new SECRET_KEY must not change the password of those that still run with
 * the former one. Neither owns anything nor may bypass row-level security. Roles belong to the whole cluster,
 * so every statement bears being run by several platforms at once.
 */
export async function provisionLogins(
  owner: pg.Client,
  ownerUrl: string,
  password: string,
  keyId = '',
): Promise<Logins> {
  const database = String((await owner.query('select current_database() as name')).rows[0].name);
  const names = loginNames(database, keyId);
  await owner.query(`select pg_advisory_lock(hashtext('patchbay.roles'))`);
  try {
    for (const [group, login] of [
      ['patchbay_app', names.app],
      ['patchbay_system', names.system],
    ] as const) {
      await owner.query(createIfMissing(group, groupStatement(group)));
      const timeout = group === 'patchbay_app' ? STATEMENT_TIMEOUT_MS : SYSTEM_STATEMENT_TIMEOUT_MS;
      await owner.query(
        createIfMissing(login, `create role ${login} login nosuperuser nobypassrls in role ${group}`),
      );
      await owner.query(`alter role ${login} login password ${quoted(password)}`);
      await owner.query(
        `alter role ${login} in database ${pg.escapeIdentifier(database)} set statement_timeout = ${timeout}`,
      );
      await owner.query(
        `alter role ${login} in database ${pg.escapeIdentifier(database)} set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
      );
      await owner.query(
        `alter role ${login} in database ${pg.escapeIdentifier(database)} set timezone = 'UTC'`,
      );
      await owner.query(`grant usage on schema public to ${group}`);
    }
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtext('patchbay.roles'))`);
  }
  const as = (login: string): string => {
    const url = new URL(ownerUrl);
    url.username = login;
    url.password = password;
    return url.toString();
  };
  return { appUrl: as(names.app), systemUrl: as(names.system) };
}

/** Shuts logins of a key that is no longer current; open connections stay. A start with that key opens them again. */
export async function shutLogins(owner: pg.Client, logins: readonly string[]): Promise<void> {
  for (const login of logins)
    await owner.query(`do $do$ begin
      if exists (select from pg_roles where rolname = ${quoted(login)}) then alter role ${login} nologin; end if;
    end $do$`);
}

const createIfMissing = (role: string, statement: string): string => `do $do$ begin
  if not exists (select from pg_roles where rolname = ${quoted(role)}) then ${statement}; end if;
exception when duplicate_object or unique_violation then null; end $do$`;

/** Refuses a login that could step over row-level security. */
export async function assertHarmless(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_WAIT_MS });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select r.rolsuper or r.rolbypassrls as powerful,
              exists (select from pg_class c where c.relowner = r.oid) as owner
       from pg_roles r where r.rolname = current_user`,
    );
    if (rows[0].powerful || rows[0].owner)
      throw new Error(
        'the application login must not be a superuser, own tables or bypass row-level security',
      );
  } finally {
    await client.end();
  }
}
