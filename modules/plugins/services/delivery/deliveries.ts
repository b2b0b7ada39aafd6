import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import type { Job } from '@patchbay/sandbox';
import type { DeliveryStatus } from '../../entities/plugin-delivery.ts';
import { removeOld } from '../state/remove-old.ts';

/** An event that is to reach a plugin. */
export interface Delivery {
  readonly plugin_id: string;
  readonly event: Pick<LoggedEvent, 'id' | 'cursor' | 'organization_id' | 'occurred_at'>;
}

/** A delivery whose lease this process holds, with the event and whether its chain came from the plugin. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly attempts: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly site_id: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causation: readonly string[];
  readonly occurred_at: string;
  readonly reentered: boolean;
}

/** Waiting deliveries of one plugin in one organization; further ones are dropped, with a line in its log. */
const MAX_WAITING = 10_000;
/** Longer than a turn, a start, all handlers and the commit together may take. */
const LEASE_SECONDS = 90;
const DROPPED = 'Events were dropped, since too many are waiting';
const deliverExemption = exempt(
  'plugins.deliver',
  'events of all organizations are handed to the plugins they enabled',
);

/** The durable queue between the log and plugins: once per plugin and event, in order per organization. */
export class Deliveries extends Service<{ database: Database }> {
  /** Stores what is new among these and happened since the organization enabled the plugin (DECISIONS 35). */
  async add(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const rows = deliveries.map(({ plugin_id, event }) => ({
      id: newId(),
      plugin_id,
      event_id: event.id,
      organization_id: event.organization_id,
      event_cursor: event.cursor,
      occurred_at: event.occurred_at,
    }));
    await this.parts.database.asSystem(deliverExemption, (db) =>
      sql`
        with given as (
          select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as r(id uuid, plugin_id text, event_id uuid, organization_id uuid, event_cursor bigint, occurred_at timestamptz)
          where exists (
            select from plugin_enablements e where e.plugin_id = r.plugin_id
              and e.organization_id = r.organization_id and e.enabled and e.updated_at <= r.occurred_at)),
        full_up as (
          select g.plugin_id, g.organization_id, g.first_id
          from (select plugin_id, organization_id, (array_agg(id order by id))[1] as first_id
                from given group by plugin_id, organization_id) g
          where (select count(*) from (
                   select from plugin_deliveries d where d.plugin_id = g.plugin_id
                     and d.organization_id = g.organization_id and d.status in ('waiting', 'running')
                   limit ${MAX_WAITING}) waiting) >= ${MAX_WAITING}),
        told as (
          insert into plugin_logs (id, organization_id, plugin_id, level, message)
          select first_id, organization_id, plugin_id, 'error', ${DROPPED} from full_up f
          where not exists (
            select from plugin_logs l where l.plugin_id = f.plugin_id and l.organization_id = f.organization_id
              and l.message = ${DROPPED} and l.created_at > now() - interval '1 hour'))
        insert into plugin_deliveries (id, organization_id, plugin_id, event_id, event_cursor)
        select g.id, g.organization_id, g.plugin_id, g.event_id, g.event_cursor from given g
        where not exists (
          select from full_up f where f.plugin_id = g.plugin_id and f.organization_id = g.organization_id)
        on conflict (plugin_id, event_id) do nothing`.execute(db),
    );
  }

  /** For which plugins and organizations that enable them a delivery may be taken now; one probe of an index for each. */
  async due(): Promise<readonly Job[]> {
    return this.parts.database.asSystem(deliverExemption, async (db) => {
      const { rows } = await sql<Job>`
        with recursive open as (
          (select d.plugin_id, d.organization_id from plugin_deliveries d
           where d.status in ('waiting', 'running') order by d.plugin_id, d.organization_id limit 1)
          union all
          select following.* from open cross join lateral (
            select d.plugin_id, d.organization_id from plugin_deliveries d
            where d.status in ('waiting', 'running')
              and (d.plugin_id, d.organization_id) > (open.plugin_id, open.organization_id)
            order by d.plugin_id, d.organization_id limit 1) following)
        select open.plugin_id, open.organization_id from open
        join plugins p on p.id = open.plugin_id and p.status = 'installed'
        join plugin_enablements e
          on e.plugin_id = open.plugin_id and e.organization_id = open.organization_id and e.enabled
        where exists (
          select from plugin_deliveries d where d.plugin_id = open.plugin_id
            and d.organization_id = open.organization_id and d.status in ('waiting', 'running') and d.next_at <= now())`.execute(
        db,
      );
      return rows;
    });
  }

  /** Takes the oldest delivery of the turn that is due, never two of one plugin and organization at once in any process. */
  async claim({ plugin_id, organization_id }: Job): Promise<ClaimedDelivery | null> {
    return this.parts.database.asSystem(deliverExemption, async (db) => {
      await sql`select pg_advisory_xact_lock(
        hashtext('patchbay.plugins.claim'), hashtext(${`${plugin_id} ${organization_id}`}))`.execute(db);
      const { rows } = await sql<ClaimedDelivery>`
        with next as (
          select d.id from plugin_deliveries d
          join plugins p on p.id = d.plugin_id and p.status = 'installed'
          join plugin_enablements e
            on e.plugin_id = d.plugin_id and e.organization_id = d.organization_id and e.enabled
          where d.plugin_id = ${plugin_id} and d.organization_id = ${organization_id}::uuid
            and d.status in ('waiting', 'running') and d.next_at <= now()
            and not exists (
              select from plugin_deliveries o where o.plugin_id = d.plugin_id
                and o.organization_id = d.organization_id and o.status = 'running' and o.next_at > now())
          order by d.event_cursor limit 1),
        taken as (
          update plugin_deliveries d set status = 'running', attempts = attempts + 1, updated_at = now(),
            next_at = now() + make_interval(secs => ${LEASE_SECONDS})
          from next where d.id = next.id
          returning d.id, d.plugin_id, d.organization_id, d.attempts, d.event_id)
        select taken.*, e.event_type, e.site_id, e.payload, e.causation, e.occurred_at,
          exists (select from event_log c where c.id = any (e.causation)
                  and starts_with(c.event_type, 'plugin.' || taken.plugin_id || '.')) as reentered
        from taken join event_log e on e.id = taken.event_id`.execute(db);
      return rows[0] ?? null;
    });
  }

  /** Settles it in the unit; false when the lease was lost meanwhile, and nothing of this attempt may stand. */
  async settle(
    work: UnitOfWork,
    { id, attempts }: ClaimedDelivery,
    status: DeliveryStatus,
    facts: { readonly error?: string; readonly retryInSeconds?: number; readonly uncounted?: boolean } = {},
  ): Promise<boolean> {
    const result = await work.sql
      .updateTable('plugin_deliveries')
      .set({
        status,
        error: facts.error ?? null,
        next_at: sql<string>`now() + make_interval(secs => ${facts.retryInSeconds ?? 0})`,
        attempts: facts.uncounted ? attempts - 1 : attempts,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  /** Forgets what is older than a week, settled or not. */
  async prune(signal: AbortSignal): Promise<void> {
    await removeOld(signal, 'plugin_deliveries', (step) =>
      this.parts.database.asSystem(deliverExemption, step),
    );
  }
}
