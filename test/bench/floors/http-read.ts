import type pg from 'pg';

const COLUMNS = `id, organization_id, site_id, controller_id, name, kind, status, ip, mac, model, firmware, serial,
  case when status = 'online' then greatest(last_seen_at,
    (select c.last_sync_at from controllers c where c.id = devices.controller_id)) else last_seen_at end as last_seen_at,
  created_at, updated_at`;

export interface ListQuery {
  readonly search: string;
  readonly page: number;
  readonly per_page: number;
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Page and total as two prepared statements at once, the way one would write it by hand. */
export async function listDevices(pool: pg.Pool, org_id: string, { search, page, per_page }: ListQuery) {
  const values = search ? [org_id, containing(search)] : [org_id];
  const where = `organization_id = $1 and deleted_at is null${search ? ' and search_text like lower($2)' : ''}`;
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const suffix = search ? '_search' : '';
  const [items, counted] = await Promise.all([
    pool.query({
      name: `page${suffix}`,
      text: `select ${COLUMNS} from devices where ${where} order by name, id limit ${limit} offset ${offset}`,
      values: [...values, per_page, (page - 1) * per_page],
    }),
    pool.query({
      name: `count${suffix}`,
      text: `select count(*)::int as total from devices where ${where}`,
      values,
    }),
  ]);
  const { total } = counted.rows[0];
  return { items: items.rows, total, page, per_page, pages: Math.ceil(total / per_page) };
}
