import { randomUUID } from 'node:crypto';
import { seedDevices } from './seed-devices.ts';
import { seedSettings } from './seed-settings.ts';
import type { LabSite, Row, Tables } from './tables.ts';

export interface SeedOptions {
  /** Clients of the first site. */
  readonly clients: number;
  readonly sites: readonly string[];
  readonly now: number;
}

const system = { metadata: { origin: 'SYSTEM_DEFINED', configurable: false } };
const users = { metadata: { origin: 'USER_DEFINED', configurable: true } };

/** A console with a gateway, a switch and access points; further sites have their default network alone. */
export function seed(tables: Tables, options: SeedOptions): void {
  const site = tables.addSite('default', 'Default');
  for (const [index, name] of options.sites.entries())
    seedSite(tables, tables.addSite(`site${index + 1}`, name));
  seedSite(tables, site);
  seedNetworks(tables, site);
  seedDevices(tables, site, options);
  tables.provision();
}

function seedSite(tables: Tables, site: LabSite): void {
  const networks = randomUUID();
  tables.insert(site, '/networks', {
    id: networks,
    ...gatewayNetwork('Default', 1, '192.168.1.1'),
    metadata: { origin: 'SYSTEM_DEFINED', configurable: true },
    default: true,
  });
  for (const name of ['Internal', 'External', 'Gateway', 'Vpn', 'Hotspot', 'Dmz'])
    tables.insert(site, '/firewall/zones', {
      id: randomUUID(),
      name,
      networkIds: name === 'Internal' ? [networks] : [],
      ...system,
    });
  const classic = (table: string, row: Row) =>
    tables.insert(site, table, { _id: tables.objectId(), site_id: site._id, ...row });
  classic('networkconf', {
    name: 'Default',
    purpose: 'corporate',
    ip_subnet: '192.168.1.1/24',
    attr_no_delete: true,
  });
  classic('networkconf', {
    name: 'Internet 1',
    purpose: 'wan',
    wan_type: 'dhcp',
    wan_networkgroup: 'WAN',
    attr_no_delete: true,
  });
  classic('usergroup', { name: 'Default', qos_rate_max_up: -1, qos_rate_max_down: -1, attr_no_delete: true });
  classic('portconf', { name: 'All', forward: 'all', attr_no_delete: true });
  tables.insert(site, 'apgroups', {
    _id: tables.objectId(),
    name: 'All APs',
    device_macs: [],
    attr_no_delete: true,
  });
  seedSettings(tables, site);
}

function seedNetworks(tables: Tables, site: LabSite): void {
  for (const [name, vlanId] of [
    ['Staff', 20],
    ['Guests', 30],
  ] as const)
    tables.insert(site, '/networks', {
      id: randomUUID(),
      ...gatewayNetwork(name, vlanId, `192.168.${vlanId}.1`),
      ...users,
      default: false,
    });
  tables.insert(site, '/wifi/broadcasts', {
    id: randomUUID(),
    type: 'STANDARD',
    name: 'Office',
    enabled: true,
    network: { type: 'NATIVE' },
    securityConfiguration: {
      type: 'WPA2_PERSONAL',
      passphrase: 'Seeded-Passphrase-1',
      pmfMode: 'OPTIONAL',
      fastRoamingEnabled: false,
    },
    multicastToUnicastConversionEnabled: false,
    clientIsolationEnabled: false,
    hideName: false,
    uapsdEnabled: false,
    channel2gLockedTo6: false,
    dtimPeriod2gLockedTo3: false,
    broadcastingFrequenciesGHz: [2.4, 5],
    mloEnabled: false,
    bandSteeringEnabled: true,
    arpProxyEnabled: false,
    bssTransitionEnabled: true,
    advertiseDeviceName: false,
    ...users,
  });
  const wlan = {
    _id: tables.objectId(),
    site_id: site._id,
    name: 'Office',
    security: 'wpapsk',
    x_passphrase: 'Seeded-Passphrase-1',
  };
  tables.insert(site, 'wlanconf', { ...wlan, enabled: true, wpa_mode: 'wpa2' });
  for (const msg of ['Gateway lost its uplink', 'Access point restarted'])
    tables.insert(site, 'alarm', { _id: tables.objectId(), msg, archived: false });
}

const gatewayNetwork = (name: string, vlanId: number, hostIpAddress: string): Row => ({
  management: 'GATEWAY',
  name,
  enabled: true,
  vlanId,
  isolationEnabled: false,
  cellularBackupEnabled: false,
  internetAccessEnabled: true,
  mdnsForwardingEnabled: true,
  ipv4Configuration: { autoScaleEnabled: true, hostIpAddress, prefixLength: 24 },
});
