import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { ControllerTarget } from './controller.ts';
import type { Rehearsal } from './exchange/rehearsal.ts';
import type { FirewallReading } from './facts/firewall.ts';
import type { VendorValue } from './facts/vendor-value.ts';
import type { VlanReading } from './facts/vlans.ts';
import type { VpnReading } from './facts/vpn.ts';
import type { WifiReading } from './facts/wifi.ts';
import type { VendorSession, WriteInView } from './session.ts';

/** A maker's product family (one package each); contributes to `VENDORS`. */
export interface Vendor {
  /** Identifier in our interface (`mikrotik`). */
  readonly id: string;
  readonly title: string;
  /** Whether `by-gateway?vendor=` knows it. */
  readonly gateway: boolean;
  /** Prefix of its feature keys (`routeros.`), empty for the site-scoped family. */
  readonly feature_prefix?: string;
  /** Site-scoped family (`/gateway-<area>/…/sites/{site_id}/…`) or `/gateway-<family>-<area>/…`. */
  readonly routing:
    | { readonly kind: 'site_scoped' }
    | { readonly kind: 'controller_scoped'; readonly families: readonly string[] };
  readonly areas: readonly string[];
  /** Id of a live object, as `target_id` names it; without it `.id`, `id`, `uuid` or `name`. Null for singletons. */
  identify?(feature: string, value: VendorValue): string | null;
  /** Mechanism by which its devices revert unconfirmed writes, and the features it covers (key without prefix). */
  readonly confirm?: { readonly mechanism: string; covers(feature: string): boolean };
  /** Absent where the product knows no VLANs of its own. */
  readonly vlans?: VlanReading;
  /** Absent where the product has no radio. */
  readonly wifi?: WifiReading;
  /**
   * Present where its controllers can be the brain of a site, as firewalls and routers can: the features (keys
   * without prefix) that orchestration owns there, which are VLANs, their addresses and their DHCP.
   */
  readonly brain?: { readonly owns: readonly string[] };
  readonly firewall?: FirewallReading;
  readonly vpn?: VpnReading;
  /** Whether its sessions know `pools`: others are never asked for them. */
  readonly pools?: true;
  /** Whether such a write (key without prefix) may touch the path by which a controller is reached. */
  touchesPath?(feature: string, write: Pick<WriteInView, 'operation' | 'payload'>): boolean;
  /**
   * Absent where a push cannot be rehearsed: where reads cannot be told from writes by the request, or a push acts by
   * other means than the requests of its session. With it `connect` hands `through` of its target to `outboundSend`.
   */
  readonly rehearsal?: Rehearsal;
  connect(target: ControllerTarget): VendorSession;
}

export const VENDORS: ExtensionPoint<Vendor> = extensionPoint('gateway.vendors');

/** The feature key without its vendor's prefix: `routeros.firewall.filter` is `firewall.filter` of `mikrotik`. */
export function featureName({ feature_prefix = '' }: Pick<Vendor, 'feature_prefix'>, key: string): string {
  return key.startsWith(feature_prefix) ? key.slice(feature_prefix.length) : key;
}

/** Id of a live object as `target_id` names it; the empty text for singletons. */
export function objectId(vendor: Pick<Vendor, 'identify'>, feature: string, value: VendorValue): string {
  if (vendor.identify) return vendor.identify(feature, value) ?? '';
  const id = value['.id'] ?? value['id'] ?? value['uuid'] ?? value['name'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}
