/** One forward step of the schema; ids are ordered by module order, then as listed. */
export interface MigrationDeclaration {
  /** `<module>.<nnn>-<title>`, never changed once released. */
  readonly id: string;
  readonly statements: readonly string[];
}

export const migration = (
  id: string,
  ...statements: readonly (string | readonly string[])[]
): MigrationDeclaration => Object.freeze({ id, statements: Object.freeze(statements.flat()) });

export interface TenantTableOptions {
  /** Columns beside id, organization_id, created_at, updated_at, as SQL. */
  readonly columns: readonly string[];
  /** Adds `deleted_at` (SPEC 2.1). Default true. */
  readonly softDelete?: boolean;
  /** Column that site grants narrow; null for organization-wide records. */
  readonly siteColumn: string | null;
  /** Rows without a site are visible in the whole organization; otherwise hidden from people held to sites. */
  readonly siteOptional?: boolean;
  /** Rights of the application role; default everything but truncate. */
  readonly grant?: string;
}

/**
 * A table whose rows belong to one organization, with row-level security as the second lock (R3):
 * the application role sees the rows of `app.organization_id` (and of `app.site_ids`) only.
 */
export function tenantTable(name: string, options: TenantTableOptions): readonly string[] {
  const columns = [
    'id uuid primary key',
    'organization_id uuid not null',
    ...options.columns,
    'created_at timestamptz not null default now()',
    'updated_at timestamptz not null default now()',
    ...((options.softDelete ?? true) ? ['deleted_at timestamptz'] : []),
  ];
  return [
    `create table ${name} (\n  ${columns.join(',\n  ')}\n)`,
    ...rowSecurity(
      name,
      options.siteColumn,
      options.grant ?? 'select, insert, update, delete',
      'organization_id',
      options.siteOptional ?? false,
    ),
  ];
}

/** Row-level security for a table that is shaped by hand. */
export function rowSecurity(
  name: string,
  siteColumn: string | null,
  grant = 'select, insert, update, delete',
  organizationColumn = 'organization_id',
  siteOptional = false,
): readonly string[] {
  const tenant = `${organizationColumn} = (select app_organization_id())`;
  const site = siteColumn
    ? ` and ((select app_site_ids()) is null or ${siteOptional ? `${siteColumn} is null or ` : ''}${siteColumn} = any ((select app_site_ids())::uuid[]))`
    : '';
  return [
    `alter table ${name} enable row level security`,
    `create policy tenant on ${name} to patchbay_app using (${tenant}${site}) with check (${tenant}${site})`,
    `create policy system on ${name} to patchbay_system using (true) with check (true)`,
    `grant ${grant} on ${name} to patchbay_app`,
    `grant select, insert, update, delete on ${name} to patchbay_system`,
  ];
}

const restrictions = { insert: 'with check', update: 'using', delete: 'using' } as const;

/**
 * Rows that stand at no site are read by people held to sites, and not written by them (R20): the second lock below
 * `reach` of a route. A locking read counts as an update there, so tables whose rows such people lock are left out.
 */
export const organizationRows = (
  name: string,
  siteColumn: string | null = null,
  commands: readonly (keyof typeof restrictions)[] = ['insert', 'update', 'delete'],
): readonly string[] =>
  commands.map(
    (command) => `create policy held_${command} on ${name} as restrictive for ${command} to patchbay_app
      ${restrictions[command]} (organization_id = (select app_organization_id())
        and ((select app_site_ids()) is null${siteColumn ? ` or ${siteColumn} is not null` : ''}))`,
  );

/** A table of the platform itself: the application role sees it only as far as `grant` says. */
export function platformTable(
  name: string,
  columns: readonly string[],
  grant: string | null = null,
): readonly string[] {
  return [`create table ${name} (\n  ${columns.join(',\n  ')}\n)`, ...platformRights(name, grant)];
}

/** Rights on a table of the platform, which has no row-level security. */
export const platformRights = (name: string, grant: string | null = null): readonly string[] => [
  `grant select, insert, update, delete on ${name} to patchbay_system`,
  ...(grant ? [`grant ${grant} on ${name} to patchbay_app`] : []),
];

/** Tables and functions that the kernel's own tables use. */
export const databaseMigrations: readonly MigrationDeclaration[] = [
  migration(
    'database.001-scope',
    `create function app_organization_id() returns uuid language sql stable parallel safe
       as $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$`,
    `create function app_site_ids() returns uuid[] language sql stable parallel safe
       as $$ select nullif(current_setting('app.site_ids', true), '')::uuid[] $$`,
    'grant execute on function app_organization_id(), app_site_ids() to patchbay_app, patchbay_system',
    ...platformTable('platform_settings', [
      'name text primary key',
      'value jsonb not null',
      'updated_at timestamptz not null default now()',
    ]),
  ),
  migration('database.002-step-hashes', [
    'create table migration_hashes (name text primary key, hash text not null)',
  ]),
];
