import type pg from 'pg';

const FACTS = `
  with tables as (
    select c.oid, c.relname, c.relrowsecurity, c.relacl from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any ($1))
  select relname as table, 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when 'a' then ' identity' when 'd' then ' identity by default' else '' end
      || case a.attgenerated when 's' then ' generated as ' else '' end
      || coalesce(case when a.attgenerated = '' then ' default ' else '' end || pg_get_expr(d.adbin, d.adrelid), '') as fact
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all select relname, 'constraint ' || conname || ' ' || pg_get_constraintdef(k.oid)
    from tables t join pg_constraint k on k.conrelid = t.oid where k.contype <> 'n'
  union all select relname, 'index ' || pg_get_indexdef(i.indexrelid)
    from tables t join pg_index i on i.indrelid = t.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  union all select relname, 'policy ' || polname || ' ' || polcmd::text || case when polpermissive then '' else ' restrictive' end
      || ' to ' || (select string_agg(rolname, ', ' order by rolname) from pg_roles where oid = any (polroles))
      || coalesce(' using ' || pg_get_expr(polqual, polrelid), '')
      || coalesce(' with check ' || pg_get_expr(polwithcheck, polrelid), '')
    from tables t join pg_policy p on p.polrelid = t.oid
  union all select relname, 'row security' from tables where relrowsecurity
  union all select relname, 'right of ' || rolname || ' to ' || lower(privilege_type)
    from tables t, aclexplode(t.relacl) g join pg_roles r on r.oid = g.grantee
    where rolname in ('patchbay_app', 'patchbay_system')
  union all select relname, 'right of ' || rolname || ' to ' || lower(privilege_type) || ' ' || attname
    from tables t join pg_attribute a on a.attrelid = t.oid, aclexplode(a.attacl) g join pg_roles r on r.oid = g.grantee
    where rolname in ('patchbay_app', 'patchbay_system')`;

/** What PostgreSQL itself says of these tables, in its own spelling: a line for each column, constraint, index and lock. */
export async function factsOf(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; fact: string }>(FACTS, [tables]);
  return rows.map(({ table, fact }) => `${table}: ${fact}`).sort();
}

/** Facts that are and are not declared (`- `), and those that are declared and are not (`+ `). */
export function linesBetween(actual: readonly string[], declared: readonly string[]): readonly string[] {
  const [is, wanted] = [new Set(actual), new Set(declared)];
  return [
    ...actual.filter((fact) => !wanted.has(fact)).map((fact) => `- ${fact}`),
    ...declared.filter((fact) => !is.has(fact)).map((fact) => `+ ${fact}`),
  ];
}
