import type pg from 'pg';
import type { MigrationDeclaration } from './migration.ts';

const GROUPS = ['patchbay_app', 'patchbay_system'] as const;
const POLICY = /^\s*create policy (\w+) on (\w+)\s/i;
const ROW_SECURITY = /^\s*alter table (\w+) enable row level security\s*$/i;
const DROPPED_POLICY = /^\s*drop policy (?:if exists )?(\w+) on (\w+)/i;
const RENAMED = /^\s*alter table (\w+) rename to (\w+)\s*$/i;
const TABLE_GRANT =
  /^\s*(?:grant|revoke) [\w, ]+ on (?!function |schema |all |sequence )(\w+) (?:to|from) ([\w, ]+)$/i;
const FUNCTION_GRANT = /^\s*grant execute on function .+ to [\w, ]+$/i;

/** One lock of the database that a step put there, and the statements that put it there. */
export interface Right {
  /** `policy tenant on sites`, `rights of patchbay_app on sites`, `row security of sites`. */
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * Roles, policies, switches of row-level security and rights on tables that the steps applied to this database
 * put there and that it lacks, as one does that was restored before its roles were there. Changes nothing.
 */
export async function missingRights(
  owner: pg.Client,
  declarations: readonly MigrationDeclaration[],
): Promise<readonly Right[]> {
  const there = await rightsThere(owner);
  const wanted = [
    ...GROUPS.map((group) => ({ name: `role ${group}`, statements: [groupStatement(group)] })),
    ...rightsOf(declarations),
  ];
  return wanted.filter(({ name }) => !there.has(name));
}

/** The statement that makes a group role, which policies and rights name. */
export const groupStatement = (group: string): string =>
  `create role ${group} nologin nosuperuser nobypassrls`;

/** Rights that are no table's: to be given again together with the others, and harmless to give twice. */
export const functionRights = (declarations: readonly MigrationDeclaration[]): readonly string[] =>
  declarations.flatMap(({ statements }) => statements.filter((text) => FUNCTION_GRANT.test(text)));

/**
 * Every right the steps leave, under its name; a later step that revokes one follows the step that granted it. Those of
 * a renamed table bear its new name.
 */
export function rightsOf(declarations: readonly MigrationDeclaration[]): readonly Right[] {
  let rights = new Map<string, readonly string[]>();
  for (const text of declarations.flatMap(({ statements }) => statements)) {
    const [, former, table_name] = RENAMED.exec(text) ?? [];
    if (former !== undefined && table_name !== undefined) rights = renamed(rights, former, table_name);
    const [, policy, table] = DROPPED_POLICY.exec(text) ?? [];
    if (policy !== undefined) rights.delete(`policy ${policy} on ${table}`);
    for (const name of namesOf(text)) rights.set(name, [...(rights.get(name) ?? []), text]);
  }
  return [...rights].map(([name, statements]) => ({ name, statements }));
}

function renamed(rights: ReadonlyMap<string, readonly string[]>, from: string, to: string) {
  const inWords = (text: string): string =>
    text
      .split(/\b/)
      .map((word) => (word === from ? to : word))
      .join('');
  return new Map(
    [...rights].map(([name, statements]): [string, readonly string[]] =>
      name.endsWith(` ${from}`) ? [inWords(name), statements.map(inWords)] : [name, statements],
    ),
  );
}

function namesOf(statement: string): readonly string[] {
  const policy = POLICY.exec(statement);
  if (policy) return [`policy ${policy[1]} on ${policy[2]}`];
  const table = ROW_SECURITY.exec(statement);
  if (table) return [`row security of ${table[1]}`];
  const grant = TABLE_GRANT.exec(statement);
  return (grant?.[2] ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
    .map((group) => `rights of ${group} on ${grant?.[1]}`);
}

async function rightsThere(owner: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select 'role ' || rolname as name from pg_roles where rolname = any ($1)
     union all select 'policy ' || policyname || ' on ' || tablename from pg_policies where schemaname = 'public'
     union all select 'row security of ' || relname from pg_class
       where relnamespace = 'public'::regnamespace and relrowsecurity
     union all select distinct 'rights of ' || r.rolname || ' on ' || c.relname
       from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname = any ($1)`,
    [GROUPS],
  );
  return new Set(rows.map(({ name }) => name));
}
