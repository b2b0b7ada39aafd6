import { randomUUID } from 'node:crypto';
import type pg from 'pg';

interface Writer {
  readonly org_id: string;
  readonly sub: string;
}

/** Tables shaped as the product's, indexes too, so that no other work touches the measured rows. */
export async function prepareTables(pool: pg.Pool): Promise<void> {
  for (const table of ['sites', 'audit_log', 'event_log']) {
    await pool.query(`drop table if exists floor_${table}`);
    await pool.query(`create table floor_${table} (like ${table} including all)`);
  }
}

/** The row, its record and its event: three inserts in one transaction. */
export async function createSite(
  pool: pg.Pool,
  { org_id, sub }: Writer,
  { name }: { readonly name: string },
) {
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: 'site',
      text: `insert into floor_sites (id, organization_id, name, slug) values ($1, $2, $3, $4)
             returning id, organization_id, name, slug, description, timezone, address, created_at, updated_at`,
      values: [id, org_id, name, id],
    });
    await client.query({
      name: 'audit',
      text: `insert into floor_audit_log (id, organization_id, actor_kind, actor_id, action, target_type, target_id, detail, occurred_at, intake_mac)
             values ($1, $2, 'user', $3, 'sites.create', 'site', $4, $5, now(), '')`,
      values: [randomUUID(), org_id, sub, id, { name, slug: id }],
    });
    await client.query({
      name: 'event',
      text: `insert into floor_event_log (id, organization_id, site_id, event_type, category, priority, payload)
             values ($1, $2, $3, 'site.created', 'site', 'normal', $4)`,
      values: [randomUUID(), org_id, id, { site_id: id, name, slug: id }],
    });
    await client.query('commit');
    client.release();
    return rows[0];
  } catch (error) {
    await client.query('rollback').finally(() => client.release());
    throw error;
  }
}
