import { createHash } from 'node:crypto';
import { type FirewallRecord, uniqueId } from '../records.ts';

/** What the product fills in by itself, by model and field; undefined leaves the field as it is. */
export interface Making {
  readonly record: FirewallRecord;
  readonly siblings: readonly FirewallRecord[];
  readonly parent: FirewallRecord | null;
  readonly isNew: boolean;
  readonly nowSeconds: number;
}

type Filler = (making: Making) => unknown;

const nextNumber =
  (field: string, first: number): Filler =>
  ({ record, siblings, isNew }) =>
    isNew ? Math.max(first - 1, ...siblings.map((each) => Number(each[field] ?? 0) || 0)) + 1 : record[field];

const nextName =
  (field: string, prefix: string, first = 0): Filler =>
  ({ record, siblings, isNew }) => {
    if (!isNew) return record[field];
    const taken = new Set(siblings.map((each) => each[field]));
    let number = first;
    while (taken.has(`${prefix}${number}`)) number += 1;
    return `${prefix}${number}`;
  };

const once =
  (make: (making: Making) => unknown): Filler =>
  (making) =>
    making.isNew ? make(making) : undefined;

const createdNow = once(({ nowSeconds }) => nowSeconds);
const by = '@127.0.0.1 (API)';

const fillers: Readonly<Record<string, Readonly<Record<string, Filler>>>> = {
  FirewallRule: {
    tracker: createdNow,
    created_time: createdNow,
    created_by: once(() => by),
    updated_time: ({ nowSeconds }) => nowSeconds,
    updated_by: () => `admin${by}`,
  },
  PortForward: {
    created_time: createdNow,
    created_by: once(() => by),
    updated_time: ({ nowSeconds }) => nowSeconds,
    updated_by: () => by,
  },
  FirewallSchedule: { schedlabel: once(uniqueId), active: () => false },
  VirtualIP: {
    uniqid: once(uniqueId),
    carp_status: ({ record }) => (record['mode'] === 'carp' ? 'master' : null),
  },
  TrafficShaperLimiter: { number: nextNumber('number', 1) },
  TrafficShaper: { name: ({ record }) => record['interface'] },
  TrafficShaperQueue: { interface: ({ parent }) => parent?.['interface'] ?? null },
  IPsecPhase1: { ikeid: nextNumber('ikeid', 1) },
  IPsecPhase2: { uniqid: once(uniqueId), reqid: nextNumber('reqid', 1) },
  WireGuardTunnel: {
    name: nextName('name', 'tun_wg'),
    publickey: ({ record }) =>
      createHash('sha256')
        .update(String(record['privatekey'] ?? ''))
        .digest('base64'),
  },
  OpenVPNServer: { vpnid: nextNumber('vpnid', 1), vpnif: nextName('vpnif', 'ovpns', 1) },
  OpenVPNClient: { vpnid: nextNumber('vpnid', 1), vpnif: nextName('vpnif', 'ovpnc', 1) },
  RoutingGatewayGroup: { ipprotocol: () => 'inet' },
  InterfaceVLAN: { vlanif: ({ record }) => `${record['if']}.${record['tag']}` },
  InterfaceLAGG: { laggif: nextName('laggif', 'lagg') },
  InterfaceBridge: { bridgeif: nextName('bridgeif', 'bridge') },
  InterfaceGRE: { greif: nextName('greif', 'gre') },
  ServiceWatchdog: { description: ({ record }) => `${record['name']} service`, enabled: () => true },
  User: { uid: nextNumber('uid', 2_000), scope: once(() => 'user') },
  Package: {
    shortname: ({ record }) => String(record['name']).replace('pfSense-pkg-', ''),
    descr: () => '',
    installed_version: () => '1.0.0',
    latest_version: () => '1.0.0',
    update_available: () => false,
  },
  RESTAPIKey: { username: once(() => 'admin') },
};

/** Fills the fields that no caller can give. */
export function fillGenerated(model: string, making: Making): void {
  for (const [field, fill] of Object.entries(fillers[model] ?? {})) {
    const value = fill(making);
    if (value !== undefined) making.record[field] = value;
  }
}
