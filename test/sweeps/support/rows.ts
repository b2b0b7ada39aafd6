import pg from 'pg';

/** A table as the database describes it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether its rows have an `id` that is a UUID. */
  readonly hasId: boolean;
  readonly hasRowSecurity: boolean;
  /** `role: condition` of each policy. */
  readonly policies: readonly {
    readonly role: string;
    readonly uses: string | null;
    readonly checks: string | null;
  }[];
}

/** Looks into a test's database past every scope, as nobody in the platform can. */
export class Rows {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(databaseUrl: string, t: { teardown(work: () => unknown): unknown }): Promise<Rows> {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    await client.connect();
    t.teardown(() => client.end());
    return new Rows(client);
  }

  async query<T extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly T[]> {
    const { rows } = await this.#client.query<T>(text, [...values]);
    return rows;
  }

  /** Tables of the platform's schema; graphile-worker's and the migrator's own are not among them. */
  async tables(): Promise<readonly Table[]> {
    const rows = await this.query<{
      name: string;
      columns: string[];
      has_id: boolean;
      secured: boolean;
      policies: Table['policies'];
    }>(`
      select c.relname as name, c.relrowsecurity as secured,
        exists (select from pg_attribute where attrelid = c.oid and attname = 'id' and atttypid = 'uuid'::regtype) as has_id,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by 1) as columns,
        coalesce((select json_agg(json_build_object('role', p.role, 'uses', p.qual, 'checks', p.with_check) order by p.policyname)
          from (select policyname, unnest(roles)::text as role, qual, with_check from pg_policies
                where schemaname = 'public' and tablename = c.relname) p), '[]') as policies
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`);
    return rows.map(({ secured, has_id, ...table }) => ({
      ...table,
      hasId: has_id,
      hasRowSecurity: secured,
    }));
  }

  /** Tables whose rows belong to an organization. */
  async tenantTables(): Promise<readonly Table[]> {
    return (await this.tables()).filter(({ columns }) => columns.includes('organization_id'));
  }

  /** Some ids of rows of this organization, by table. */
  async idsOf(organization_id: string, most = 2): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    for (const { name } of (await this.tenantTables()).filter(({ hasId }) => hasId)) {
      const rows = await this.query<{ id: string }>(
        `select id::text from ${name} where organization_id = $1 limit ${most}`,
        [organization_id],
      );
      if (rows.length > 0)
        found.set(
          name,
          rows.map(({ id }) => id),
        );
    }
    return found;
  }

  /** One hash per table over every row of this organization. */
  async fingerprint(
    organization_id: string,
    without: readonly string[],
  ): Promise<Readonly<Record<string, string>>> {
    const tables = (await this.tenantTables()).filter(({ name }) => !without.includes(name));
    const hashes: [string, string][] = [];
    for (const { name } of tables) {
      const [row] = await this.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from ${name} t where organization_id = $1`,
        [organization_id],
      );
      hashes.push([name, String(row?.hash)]);
    }
    return Object.fromEntries(hashes);
  }
}
