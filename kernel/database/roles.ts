import { createHash } from 'node:crypto';
import pg from 'pg';

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

/**
 * Makes the group roles that policies name (`patchbay_app`, `patchbay_system`) and, per database, a login
 * for each. Neither owns anything nor may bypass row-level security. Roles belong to the whole cluster, so
 * every statement bears being run by several platforms at once.
 */
export async function provisionLogins(owner: pg.Client, ownerUrl: string, password: string): Promise<Logins> {
  const database = String((await owner.query('select current_database() as name')).rows[0].name);
  const suffix = createHash('sha256').update(database).digest('hex').slice(0, 12);
  await owner.query(`select pg_advisory_lock(hashtext('patchbay.roles'))`);
  try {
    for (const group of ['patchbay_app', 'patchbay_system']) {
      await owner.query(createIfMissing(group, `create role ${group} nologin nosuperuser nobypassrls`));
      const login = `${group}_${suffix}`;
      const timeout = group === 'patchbay_app' ? STATEMENT_TIMEOUT_MS : SYSTEM_STATEMENT_TIMEOUT_MS;
      await owner.query(
        createIfMissing(login, `create role ${login} login nosuperuser nobypassrls in role ${group}`),
      );
      await owner.query(`alter role ${login} password ${quoted(password)}`);
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
  return { appUrl: as(`patchbay_app_${suffix}`), systemUrl: as(`patchbay_system_${suffix}`) };
}

const createIfMissing = (role: string, statement: string): string => `do $do$ begin
  if not exists (select from pg_roles where rolname = ${quoted(role)}) then ${statement}; end if;
exception when duplicate_object or unique_violation then null; end $do$`;

/** Refuses a login that could step over row-level security. */
export async function assertHarmless(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
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
