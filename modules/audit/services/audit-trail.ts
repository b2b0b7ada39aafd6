import type { AuditRow } from '@patchbay/kernel/audit';
import { containing, type Database, type Page, pageOf, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Entry, EntryQuery } from '../schemas.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** Audit records of one organization, newest first. */
export class AuditTrail extends Service<{ database: Database }> {
  list(principal: Principal, query: EntryQuery): Promise<Page<Entry>> {
    return this.parts.database.read(principal, async (unit) => {
      const where = sql.join(
        [sql`organization_id = ${unit.organization_id}`, ...within(principal), ...conditions(query)],
        sql` and `,
      );
      const [items, total] = await Promise.all([entries(unit, query, where), count(unit, where)]);
      return pageOf(items, total, query);
    });
  }
}

/** Records name objects of every site: a user held to some sites sees only their own records. */
const within = ({ site_ids, user_id }: Principal): Condition[] =>
  site_ids === null ? [] : [sql`actor_id = ${user_id}`];

type Row = Omit<AuditRow, 'organization_id' | 'intake_mac'> &
  Pick<Entry, 'sequence' | 'created_at' | 'updated_at'>;

async function entries(
  { sql: trx, organization_id }: Unit,
  query: EntryQuery,
  where: ReturnType<typeof sql.join>,
): Promise<Entry[]> {
  const sort = query.sort ?? '-occurred_at';
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<Row>`
    select id, (
        select l.sequence from audit_links l
        where l.organization_id = ${organization_id} and l.record_id = audit_log.id limit 1
      ) as sequence, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at,
      created_at, updated_at
    from audit_log where ${where}
    order by ${sql.ref(sort.replace(/^-/, ''))} ${direction}, id ${direction}
    limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(trx);
  return rows;
}

async function count({ sql: trx }: Unit, where: ReturnType<typeof sql.join>): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from audit_log where ${where}`.execute(trx);
  return rows[0]?.total ?? 0;
}

function conditions({ action, actor_id, target_id, since, until, search, site_id }: EntryQuery): Condition[] {
  const found: Condition[] = [];
  if (action !== undefined) found.push(actionIs(action));
  if (actor_id !== undefined) found.push(sql`actor_id = ${actor_id}`);
  if (target_id !== undefined) found.push(sql`target_id = ${target_id}`);
  if (site_id !== undefined) found.push(sql`detail ->> 'site_id' = ${site_id}`);
  if (since !== undefined) found.push(sql`occurred_at >= ${since}::timestamptz`);
  if (until !== undefined) found.push(sql`occurred_at < ${until}::timestamptz`);
  if (search !== undefined)
    found.push(sql`(action ilike ${containing(search)} or target_id ilike ${containing(search)})`);
  return found;
}

const actionIs = (action: string): Condition =>
  action.endsWith('*') ? sql`starts_with(action, ${action.slice(0, -1)})` : sql`action = ${action}`;
