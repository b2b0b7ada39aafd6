import {
  columnsOf,
  type Database,
  type Page,
  type PageQuery,
  sql,
  TableRows,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EventDeclaration } from '@patchbay/kernel/events';
import { assertAtSite, type Principal } from '@patchbay/kernel/permissions';
import { alertAcknowledged, type alertCreated, alertResolved } from '../contract.ts';
import type { AlertSeverity, AlertStatus } from '../entities/alert.ts';
import { alertNotOpen, alertResolvedAlready } from '../errors.ts';
import { AlertReply } from '../schemas.ts';

export interface AlertRow {
  readonly id: string;
  readonly organization_id: string;
  readonly title: string;
  readonly message: string;
  readonly severity: AlertSeverity;
  readonly status: AlertStatus;
  readonly site_id: string | null;
  readonly device_id: string | null;
  readonly rule_id: string | null;
  readonly event_id: string | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AlertListQuery extends PageQuery {
  readonly status?: AlertStatus;
  readonly severity?: AlertSeverity;
}

export const alertRows = new TableRows('alerts', {
  columns: columnsOf(AlertReply),
  searched: ['title', 'message'],
  sort: '-created_at',
  softDeleteColumn: null,
});

/** Matters that need attention, until they are resolved. */
export class Alerts extends Service<{ database: Database }> {
  list(principal: Principal, query: AlertListQuery): Promise<Page<AlertRow>> {
    return this.parts.database.read(principal, (unit) => {
      const { status, severity, site_id } = query;
      return alertRows.page(unit, query, { status, severity, site_id });
    });
  }

  get(principal: Principal, id: string): Promise<AlertRow> {
    return this.parts.database.read(principal, (unit) => alertRows.get(unit, id));
  }

  /** Throws `alerts.not_open` once the alert is acknowledged. */
  acknowledge(principal: Principal, id: string): Promise<AlertRow> {
    return this.parts.database.write(principal, async (work) => {
      const { status } = await heldAlert(work, id);
      if (status !== 'open') throw alertNotOpen();
      const set = { acknowledged_by: principal.user_id, acknowledged_at: sql<string>`now()` };
      return settle(work, id, 'acknowledged', set);
    });
  }

  /** Throws `alerts.resolved_already`. */
  resolve(principal: Principal, id: string): Promise<AlertRow> {
    return this.parts.database.write(principal, async (work) => {
      const { status } = await heldAlert(work, id);
      if (status === 'resolved') throw alertResolvedAlready();
      const set = { resolved_by: principal.user_id, resolved_at: sql<string>`now()` };
      return settle(work, id, 'resolved', set);
    });
  }
}

/** Locked; an alert of the whole organization is not for people held to sites. */
async function heldAlert(work: UnitOfWork, id: string): Promise<AlertRow> {
  assertAtSite(work.principal, (await alertRows.get(work, id)).site_id);
  return alertRows.hold(work, id);
}

async function settle(
  work: UnitOfWork,
  id: string,
  status: 'acknowledged' | 'resolved',
  set: Readonly<Record<string, unknown>>,
): Promise<AlertRow> {
  const row = await alertRows.change(work, id, { ...set, status });
  publishAlert(work, status === 'resolved' ? alertResolved : alertAcknowledged, row);
  work.audit.record({
    action: status === 'resolved' ? 'alerts.resolve' : 'alerts.acknowledge',
    target_type: 'alert',
    target_id: id,
  });
  return row;
}

type AlertEvent = typeof alertCreated extends EventDeclaration<infer S> ? EventDeclaration<S> : never;

export function publishAlert(
  work: UnitOfWork,
  event: AlertEvent,
  { id: alert_id, title, severity, status, site_id, device_id, rule_id, event_id }: AlertRow,
  causation: readonly string[] = [],
): void {
  const actor_id = work.principal.user_id;
  work.events.publish(
    event,
    { alert_id, title, severity, status, site_id, device_id, rule_id, event_id, actor_id },
    { site_id, causation },
  );
}
