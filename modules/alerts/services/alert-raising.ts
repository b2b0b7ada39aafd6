import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { alertCreated } from '../contract.ts';
import type { AlertSeverity } from '../entities/alert.ts';
import { tooManyAlerts } from '../errors.ts';
import { alertRows, publishAlert } from './alerts.ts';

export interface NewAlert {
  readonly effect_id: string;
  readonly title: string;
  readonly message: string;
  readonly severity: AlertSeverity;
  /** Undefined: the event's. */
  readonly site_id: string | null | undefined;
  readonly device_id: string | null;
  readonly rule_id: string;
  readonly event_id: string | null;
  readonly causation: readonly string[];
}

const MAX_UNRESOLVED = 10_000;
/** More than all processes raise for one organization at a time. */
const MAX_AT_ONCE = 500;

/** Raises alerts, one per effect: a repeated one finds the alert that is there. */
export class AlertRaising extends Service<{ database: Pick<Database, 'write'> }> {
  /** Answers the alert's id. Throws `alerts.too_many`, and `kernel.not_found` for a site or device that is not there. */
  raise(principal: Principal, alert: NewAlert): Promise<string> {
    return this.parts.database.write(principal, async (work) => {
      const known = await idOf(work, alert.effect_id);
      if (known !== null) return known;
      await assertRoom(work);
      const { causation, ...facts } = alert;
      // The event's own site may be gone by now, as with the event of its deletion.
      const site_id = alert.site_id === undefined ? await siteOf(work, alert.event_id) : alert.site_id;
      if (alert.site_id !== undefined) await assertVisible(work, 'sites', site_id);
      await assertVisible(work, 'devices', alert.device_id);
      const row = await work.sql
        .insertInto('alerts')
        .values({
          ...facts,
          id: newId(),
          organization_id: work.organization_id,
          status: 'open',
          site_id,
          created_by: principal.user_id,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'effect_id']).doNothing())
        .returning(alertRows.columns)
        .executeTakeFirst();
      if (row === undefined) return idOfOther(work, alert.effect_id);
      publishAlert(work, alertCreated, row, causation);
      work.audit.record({
        action: 'alerts.create',
        target_type: 'alert',
        target_id: row.id,
        detail: { rule_id: alert.rule_id, severity: alert.severity },
      });
      return row.id;
    });
  }
}

async function idOf({ sql: db }: UnitOfWork, effect_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('alerts')
    .select('id')
    .where('effect_id', '=', effect_id)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Another run raised it meanwhile; where the author sees it no more, it is absent. */
async function idOfOther(work: UnitOfWork, effect_id: string): Promise<string> {
  const id = await idOf(work, effect_id);
  if (id === null) throw notFound();
  return id;
}

async function siteOf({ sql: db }: UnitOfWork, event_id: string | null): Promise<string | null> {
  const { rows } = await sql<{ site_id: string | null }>`
    select site_id from event_log where id = ${event_id}::uuid`.execute(db);
  return rows[0]?.site_id ?? null;
}

/** Rows of another organization, or of a site that the author has no grant for, are absent. */
async function assertVisible(
  { sql: db }: UnitOfWork,
  table: 'sites' | 'devices',
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id}::uuid and deleted_at is null`.execute(db);
  if (rows.length === 0) throw notFound();
}

/** A storm of events must not fill the table; resolved alerts make room. Near the end they count one by one. */
async function assertRoom(work: UnitOfWork): Promise<void> {
  if ((await unresolved(work)) < MAX_UNRESOLVED - MAX_AT_ONCE) return;
  const lock = `alerts/${work.organization_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(work.sql);
  if ((await unresolved(work)) >= MAX_UNRESOLVED) throw tooManyAlerts();
}

async function unresolved({ sql: db }: UnitOfWork): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from alerts where status <> 'resolved' limit ${MAX_UNRESOLVED}::integer) a`.execute(db);
  return rows[0]?.total ?? 0;
}
