import type pg from 'pg';

/** A table whose rows belong to a backup. */
export interface BackedUp {
  /** Quoted as far as needed, with its schema. */
  readonly name: string;
  /** In the order in which PostgreSQL writes a row. */
  readonly columns: readonly string[];
  /** Stored columns of a row; the others are computed. */
  readonly stored: readonly string[];
}

/** Ledgers that a restore writes anew by applying the same steps. */
const LEDGERS = ['public.patchbay_migrations', 'public.migration_hashes', 'graphile_worker.migrations'];

/** Tables of the platform and of its jobs, by name. */
export async function tablesOf(owner: pg.Client): Promise<readonly BackedUp[]> {
  const { rows } = await owner.query<BackedUp>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns,
       array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as stored
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and not format('%I.%I', n.nspname, c.relname) = any ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1 order by 1`,
    [LEDGERS],
  );
  return rows;
}

/** Sequences that have given numbers. */
export async function sequencesOf(
  owner: pg.Client,
): Promise<readonly { readonly sequence: string; readonly last_value: string }[]> {
  const { rows } = await owner.query<{ sequence: string; last_value: string }>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null
       and format('%I.%I', schemaname, sequencename) <> 'public.patchbay_migrations_id_seq' order by 1`,
  );
  return rows;
}
