import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Logger } from '@patchbay/kernel/telemetry';
import { gatewaySyncCompleted } from '@patchbay/module-gateway/contract';
import { tunnelDown, tunnelUp } from '../events.ts';
import type { Tunnels, TunnelView } from './tunnels.ts';

type Standing = TunnelView & { readonly status: 'up' | 'down' };

const hasStanding = (tunnel: TunnelView): tunnel is Standing =>
  tunnel.status === 'up' || tunnel.status === 'down';

const forgetting = exempt(
  'vpn.forget-tunnels',
  'states of tunnels go with deleted controllers of all organizations',
);
/** Controllers that wait for their comparison; further ones are compared after their next sync. */
const MAX_WAITING = 10_000;

/**
 * Compares the tunnels of a controller with its former sync whenever one ends. The state kept and the event are
 * one transaction under a lock of the controller, so that any number of processes publish a change once; a round
 * that fails is made up by the next sync. A process compares one controller at a time, over one connection. A
 * tunnel seen for the first time, and one whose state is unknown, is no change.
 */
export class TunnelWatch extends Service<{
  database: Pick<Database, 'asSystem' | 'write'>;
  tunnels: Pick<Tunnels, 'ofController'>;
  logger: Logger;
}> {
  /** Organizations of the controllers that are to be compared. */
  readonly #waiting = new Map<string, string>();
  #isComparing = false;

  notice(events: readonly LoggedEvent[]): void {
    for (const { event_type, organization_id, payload } of events) {
      if (event_type !== gatewaySyncCompleted.type || payload['status'] !== 'succeeded') continue;
      if (this.#waiting.size < MAX_WAITING)
        this.#waiting.set(String(payload['controller_id']), organization_id);
    }
    if (!this.#isComparing) void this.#compareWaiting();
  }

  async #compareWaiting(): Promise<void> {
    this.#isComparing = true;
    for (const [controller_id, organization_id] of this.#waiting) {
      this.#waiting.delete(controller_id);
      await this.compare(organization_id, controller_id).catch((error: unknown) =>
        this.parts.logger.warn('comparing tunnels waits for the next sync', { error, controller_id }),
      );
    }
    this.#isComparing = false;
  }

  /** Removes what is kept of controllers that were deleted. */
  async forgetDeleted(): Promise<void> {
    await this.parts.database.asSystem(forgetting, (db) =>
      sql`
        delete from vpn_tunnel_states s using controllers c
        where c.id = s.controller_id and c.deleted_at is not null`.execute(db),
    );
  }

  /** Publishes tunnels of this controller that came up or went down since the last comparison. */
  compare(organization_id: string, controller_id: string): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`vpn.tunnels ${controller_id}`}, 0))`.execute(
        work.sql,
      );
      const tunnels = await this.parts.tunnels.ofController(work, controller_id);
      await forgetGone(work, controller_id, tunnels);
      const standing = tunnels.filter(hasStanding);
      const changed = await keepStates(work, controller_id, standing);
      for (const tunnel of standing) if (changed.has(tunnel.id)) tell(work, tunnel);
    });
  }
}

const idsOf = (tunnels: readonly TunnelView[]): readonly string[] => tunnels.map(({ id }) => id);

async function forgetGone(
  work: UnitOfWork,
  controller_id: string,
  tunnels: readonly TunnelView[],
): Promise<void> {
  await work.sql
    .deleteFrom('vpn_tunnel_states')
    .where('controller_id', '=', controller_id)
    .where('tunnel_id', '<>', sql<string>`all (${idsOf(tunnels)}::uuid[])`)
    .execute();
}

/** Ids of the tunnels whose kept state was another one. */
async function keepStates(
  work: UnitOfWork,
  controller_id: string,
  tunnels: readonly Standing[],
): Promise<ReadonlySet<string>> {
  if (tunnels.length === 0) return new Set();
  const { rows } = await sql<{ tunnel_id: string; is_new: boolean }>`
    insert into vpn_tunnel_states (id, organization_id, controller_id, tunnel_id, status)
    select given.id, ${work.organization_id}, ${controller_id}, given.tunnel_id, given.status
    from unnest(${tunnels.map(() => newId())}::uuid[], ${idsOf(tunnels)}::uuid[],
      ${tunnels.map(({ status }) => status)}::text[]) as given (id, tunnel_id, status)
    on conflict (controller_id, tunnel_id) do update set status = excluded.status, updated_at = now()
      where vpn_tunnel_states.status <> excluded.status
    returning tunnel_id, xmax = 0 as is_new`.execute(work.sql);
  return new Set(rows.filter(({ is_new }) => !is_new).map(({ tunnel_id }) => tunnel_id));
}

function tell(work: UnitOfWork, tunnel: Standing): void {
  const { id: tunnel_id, name, protocol, controller_id, site_id, remote, status } = tunnel;
  const payload = { tunnel_id, name, protocol, controller_id, site_id, remote };
  work.events.publish(status === 'up' ? tunnelUp : tunnelDown, payload, { site_id });
}
