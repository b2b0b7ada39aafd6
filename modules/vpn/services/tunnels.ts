import { type Page, type PageQuery, pageOf, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SyncedController, SyncedControllers, SyncedScope } from '@patchbay/module-gateway/contract';
import type { VpnProtocol, VpnTunnel } from '@patchbay/vendor-kit';
import { tunnelId } from './tunnel-id.ts';

/** `unknown`: it is switched on, and the last sync did not say whether it stands. */
export type TunnelStatus = 'up' | 'down' | 'disabled' | 'unknown';

export interface TunnelView {
  readonly id: string;
  readonly name: string;
  readonly protocol: VpnProtocol;
  readonly role: VpnTunnel['role'];
  readonly status: TunnelStatus;
  readonly enabled: boolean;
  readonly site_id: string;
  readonly controller_id: string;
  readonly controller_name: string;
  readonly vendor: string;
  readonly feature: string;
  readonly target_id: string;
  readonly local: string | null;
  readonly remote: string | null;
  readonly local_networks: readonly string[];
  readonly remote_networks: readonly string[];
  readonly peers: number;
  /** When the controller was read. */
  readonly read_at: string | null;
  /** Why that is all that is known: it does not answer now. */
  readonly gap: string | null;
}

export interface TunnelQuery extends PageQuery, SyncedScope {
  readonly protocol?: VpnProtocol;
  readonly status?: TunnelStatus;
  readonly role?: VpnTunnel['role'];
}

const sortable = ['name', 'protocol', 'status', 'controller_name', 'vendor'] as const;
type Sortable = (typeof sortable)[number];

/** Tunnels across vendors, as the last syncs brought them; no device is contacted. */
export class Tunnels extends Service<{ synced: SyncedControllers }> {
  /** Throws `gateway.too_wide`. */
  async list(principal: Principal, query: TunnelQuery): Promise<Page<TunnelView>> {
    const { site_id, controller_id, vendor, protocol, status, role, search, page, per_page } = query;
    const all = await this.#all(principal, { site_id, controller_id, vendor });
    const wanted = search?.toLowerCase();
    const found = all
      .filter((tunnel) => protocol === undefined || tunnel.protocol === protocol)
      .filter((tunnel) => status === undefined || tunnel.status === status)
      .filter((tunnel) => role === undefined || tunnel.role === role)
      .filter((tunnel) => !wanted || textsOf(tunnel).some((text) => text.toLowerCase().includes(wanted)))
      .toSorted(orderOf(query.sort ?? 'name'));
    return pageOf(found.slice((page - 1) * per_page, page * per_page), found.length, query);
  }

  /** Throws `kernel.not_found`, `gateway.too_wide`. */
  async get(principal: Principal, id: string): Promise<TunnelView> {
    const wanted = id.toLowerCase();
    const found = (await this.#all(principal, {})).find((tunnel) => tunnel.id === wanted);
    if (!found) throw notFound();
    return found;
  }

  /** Read in the unit of the caller, over its connection. */
  async ofController(unit: UnitOfWork, controller_id: string): Promise<readonly TunnelView[]> {
    return viewsOf(await this.parts.synced.readIn(unit, { controller_id }, 'vpn'));
  }

  async #all(principal: Principal, scope: SyncedScope): Promise<readonly TunnelView[]> {
    return viewsOf(await this.parts.synced.read(principal, scope, 'vpn'));
  }
}

const viewsOf = (controllers: readonly SyncedController<'vpn'>[]): readonly TunnelView[] =>
  controllers.flatMap((controller) =>
    (controller.reading?.tunnels(controller.objects) ?? []).map((tunnel) => viewOf(controller, tunnel)),
  );

function viewOf(controller: SyncedController<'vpn'>, { up, feature, ...tunnel }: VpnTunnel): TunnelView {
  const key = `${controller.feature_prefix}${feature}`;
  const known = up === null ? 'unknown' : up ? 'up' : 'down';
  return {
    ...tunnel,
    id: tunnelId(controller.id, key, tunnel.target_id),
    feature: key,
    // A controller that does not answer may have lost its tunnels since.
    status: !tunnel.enabled ? 'disabled' : controller.gap === null ? known : 'unknown',
    site_id: controller.site_id,
    controller_id: controller.id,
    controller_name: controller.name,
    vendor: controller.vendor,
    read_at: controller.last_sync_at,
    gap: controller.gap,
  };
}

const textsOf = (tunnel: TunnelView): readonly string[] => [
  tunnel.name,
  tunnel.controller_name,
  tunnel.local ?? '',
  tunnel.remote ?? '',
  ...tunnel.local_networks,
  ...tunnel.remote_networks,
];

function orderOf(sort: string): (one: TunnelView, other: TunnelView) => number {
  const field: Sortable = sortable.find((each) => each === sort.replace(/^-/, '')) ?? 'name';
  const turn = sort.startsWith('-') ? -1 : 1;
  return (one, other) => turn * (compared(one[field], other[field]) || compared(one.id, other.id));
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
