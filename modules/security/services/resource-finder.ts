import { sql, type Unit } from '@patchbay/kernel/database';

/** A row found by its id, whatever it is. */
export interface FoundResource {
  readonly table: string;
  readonly site_id: string | null;
  /** Permission that the row itself requires, as staged writes do. */
  readonly permission: string | null;
  readonly is_catastrophic: boolean;
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

type Fragment = ReturnType<typeof sql>;

/**
 * Finds a row of any organization's table by its id. Which rows there are to find is row-level security's: the
 * unit's principal finds what it may see, and nothing else.
 */
export class ResourceFinder {
  #tables: Promise<readonly Table[]> | undefined;

  async find(unit: Unit, id: string): Promise<FoundResource | undefined> {
    const tables = await this.#known(unit);
    const parts = tables.map((table) => selectFrom(table, id));
    const { rows } = await sql<FoundResource>`${sql.join(parts, sql` union all `)} limit 1`.execute(unit.sql);
    return rows[0];
  }

  /** Tables do not change while a platform runs; a failed reading is tried again. */
  #known(unit: Unit): Promise<readonly Table[]> {
    this.#tables ??= tablesOf(unit).catch((error: unknown) => {
      this.#tables = undefined;
      throw error;
    });
    return this.#tables;
  }
}

/** Tables under row-level security that the application may read and whose key is `id`. */
async function tablesOf({ sql: trx }: Unit): Promise<readonly Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array(
        select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relrowsecurity and has_table_privilege(c.oid, 'select')
      and exists (
        select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and a.attname = 'id' and a.atttypid = 'uuid'::regtype)
    order by c.relname`.execute(trx);
  return rows;
}

function selectFrom({ name, columns }: Table, id: string): Fragment {
  const has = (column: string): boolean => columns.includes(column);
  const site = name === 'sites' ? sql`t.id` : has('site_id') ? sql`t.site_id` : sql`null::uuid`;
  const permission = has('permission') && has('risk') ? sql`t.permission` : sql`null::text`;
  const catastrophic = has('permission') && has('risk') ? sql`t.risk = 'catastrophic'` : sql`false`;
  const live = has('deleted_at') ? sql` and t.deleted_at is null` : sql``;
  return sql`select ${sql.lit(name)} as "table", ${site} as site_id, ${permission} as permission,
    ${catastrophic} as is_catastrophic from ${sql.table(name)} t where t.id = ${id}::uuid${live}`;
}
