import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { LiveControllers, ReadAt, Unreadable } from '@patchbay/module-gateway/contract';
import type { FirewallAlert } from '@patchbay/vendor-kit';

export interface AlertQuery extends PageQuery {
  readonly controller_id?: string;
  readonly vendor?: string;
  readonly severity?: FirewallAlert['severity'];
}

export type PlacedAlert = FirewallAlert & ReadAt;

export interface AlertPage extends Page<PlacedAlert> {
  readonly unreadable: readonly Unreadable[];
}

const MAX_EACH = 500;

/** Reports of firewalls, read from them on request: their logs move on by themselves and are not kept. */
export class FirewallAlerts extends Service<{ live: LiveControllers }> {
  /** The same for a step of a chain: named objects must exist. Also throws `kernel.not_found`. */
  async search(principal: Principal, query: AlertQuery): Promise<AlertPage> {
    await this.parts.live.assertSeen(principal, query);
    return this.list(principal, query);
  }

  /** Throws `gateway.too_wide`. A controller that does not answer is named and hides no other. */
  async list(principal: Principal, query: AlertQuery): Promise<AlertPage> {
    const { found, unreadable } = await this.parts.live.ask(principal, query, (session) =>
      session.alerts?.(MAX_EACH),
    );
    return { ...pageOfAlerts(found, query), unreadable };
  }
}

function pageOfAlerts(found: readonly PlacedAlert[], query: AlertQuery): Page<PlacedAlert> {
  const { severity, search, page, per_page } = query;
  const wanted = search?.toLowerCase();
  const chosen = found
    .filter((alert) => severity === undefined || alert.severity === severity)
    .filter(
      ({ message, source, destination, category }) =>
        !wanted ||
        [message, source, destination, category].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => compared(other.occurred_at ?? '', one.occurred_at ?? ''));
  return pageOf(chosen.slice((page - 1) * per_page, page * per_page), chosen.length, query);
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
