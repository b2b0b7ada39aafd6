import { randomUUID } from 'node:crypto';
import type { Pool } from './pool.ts';
import { nounOf } from './routes.ts';
import type { Rows } from './rows.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** First word that a check of the table lets the column hold. */
  readonly word: string | null;
  /** Table whose rows it names. */
  readonly names: string | null;
}

/** Columns that a row cannot do without. */
const NEEDED = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    (select substring(pg_get_constraintdef(c.oid) from '''([^'']+)''') from pg_constraint c
      where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as word,
    (select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey) limit 1) as names
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    and (a.attnotnull and not a.atthasdef or a.attname = 'site_id')`;

const BY_TYPE: Readonly<Record<string, string>> = {
  jsonb: '{}',
  boolean: 'true',
  integer: '1',
  bigint: '1',
  'timestamp with time zone': '2027-01-01T00:00:00Z',
  bytea: '\\x00',
};

/**
 * Puts rows into every table of organizations that has fewer than `least` of this one: what comes from devices or
 * from jobs has no route that creates it. Answers the tables that would not take a made-up row, and why.
 */
export async function fillTables(
  rows: Rows,
  organization_id: string,
  pool: Pool,
  least: 1 | 2 = 1,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  for (let pass = 0; pass < 3 + least; pass += 1) {
    const filled = await rows.idsOf(organization_id);
    for (const { name, hasId } of await rows.tenantTables()) {
      if (!hasId || (filled.get(name)?.length ?? 0) >= least) continue;
      const given = (await rows.query<Column>(NEEDED, [name])).map((column) => [
        column.name,
        madeUp(column, organization_id, pool, filled),
      ]);
      const values: Record<string, string> = Object.fromEntries(given);
      const problem = await insert(rows, name, values);
      if (problem !== null) refused.set(name, problem);
      else {
        refused.delete(name);
        pool.add(nounOf(name), String(values['id']));
      }
    }
  }
  return refused;
}

function madeUp(
  { name, type, word, names }: Column,
  organization_id: string,
  pool: Pool,
  filled: ReadonlyMap<string, readonly string[]>,
): string {
  if (name === 'organization_id') return organization_id;
  if (name === 'id' && type === 'uuid') return randomUUID();
  if (type === 'uuid') return pool.idOf(nounOf(name)) ?? filled.get(names ?? '')?.[0] ?? randomUUID();
  if (type.endsWith('[]')) return '{}';
  return word ?? BY_TYPE[type] ?? `made-up-${randomUUID()}`;
}

async function insert(
  rows: Rows,
  table: string,
  values: Readonly<Record<string, string>>,
): Promise<string | null> {
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`);
  try {
    await rows.query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(values),
    );
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
