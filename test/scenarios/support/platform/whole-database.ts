import { loginNames } from '@patchbay/kernel/database';
import { SecretBox } from '@patchbay/kernel/secrets';
import pg from 'pg';

/** Everything a database holds, as text that any write changes: row versions count, not only values. */
export type WholeDatabase = Readonly<Record<string, readonly string[]>>;

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`;

/** Tables with all rows, sequences, policies, rights, and the roles that these keys make for the database. */
export async function wholeDatabase(url: string, keys: readonly string[]): Promise<WholeDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const read = async (text: string, values: readonly unknown[] = []): Promise<readonly string[]> =>
      (await client.query(text, [...values])).rows.map((row) => JSON.stringify(row));
    const tables = (await client.query(TABLES)).rows.map(({ name }) => String(name));
    const whole: Record<string, readonly string[]> = {};
    for (const table of tables)
      whole[table] = await read(
        `select t.xmin::text, t.ctid::text, t::text as row from ${table} t order by 2`,
      );
    const roles = ['patchbay_app', 'patchbay_system', ...keys.flatMap((key) => loginsOf(url, key))];
    return {
      ...whole,
      sequences: await read('select schemaname, sequencename, last_value from pg_sequences order by 1, 2'),
      policies: await read('select * from pg_policies order by schemaname, tablename, policyname'),
      relations: await read(
        `select oid::text, relname, relowner::text, relacl::text, relrowsecurity from pg_class order by 1`,
      ),
      roles: await read(
        `select a.*, (select array_agg(s.setconfig::text order by s.setdatabase) from pg_db_role_setting s
           where s.setrole = a.oid) as settings
         from pg_authid a where rolname = any ($1) order by rolname`,
        [roles],
      ),
    };
  } finally {
    await client.end();
  }
}

function loginsOf(url: string, key: string): readonly string[] {
  const { keyId } = new SecretBox({ current: key, previous: [] });
  return Object.values(loginNames(new URL(url).pathname.slice(1), keyId));
}
