import type { ChangeOperation, VendorValue } from '@patchbay/vendor-kit';
import type { UnifiSession } from '../services/exchange/unifi-session.ts';

/** One operation of one feature with its payload. */
export interface Step {
  readonly operation: ChangeOperation;
  readonly payload: VendorValue;
  /** The target when it is not what the step before made. */
  readonly target_id?: string;
}

/** Ids of what the lab console is seeded with. */
export interface Seeded {
  readonly zone: string;
  readonly otherZone: string;
  readonly staff: string;
  readonly switchDevice: string;
  readonly accessPoint: string;
  readonly classicSwitch: string;
  readonly classicAccessPoint: string;
  readonly wan: string;
  readonly guest: string;
  readonly alarm: string;
}

export const switchMac = '02:aa:00:00:00:02';
export const accessPointMac = '02:aa:00:00:00:03';
export const clientMac = '02:cc:00:00:00:01';

const crud = (create: VendorValue, update: VendorValue): readonly Step[] => [
  { operation: 'create', payload: create },
  { operation: 'update', payload: update },
  { operation: 'delete', payload: {} },
];
const update = (payload: VendorValue, target_id?: string): readonly Step[] => [
  { operation: 'update', payload, ...(target_id === undefined ? {} : { target_id }) },
];
const create = (payload: VendorValue): readonly Step[] => [{ operation: 'create', payload }];

const rejectWith = (zone: string, otherZone: string): VendorValue => ({
  name: 'No printers',
  enabled: true,
  action: { type: 'REJECT' },
  source: { zoneId: zone },
  destination: { zoneId: otherZone },
  ipProtocolScope: { ipVersion: 'IPV4' },
  loggingEnabled: false,
});

const guestWifi: VendorValue = {
  type: 'IOT_OPTIMIZED',
  name: 'Sensors',
  enabled: true,
  securityConfiguration: { type: 'OPEN' },
  multicastToUnicastConversionEnabled: false,
  clientIsolationEnabled: true,
  hideName: false,
  uapsdEnabled: false,
  channel2gLockedTo6: false,
  dtimPeriod2gLockedTo3: false,
};

/** Every operation of every feature, in the order in which a person would do it. */
export const steps = (seeded: Seeded): Readonly<Record<string, readonly Step[]>> => ({
  'vpn.site_to_site': crud(
    {
      name: 'branch',
      vpn_type: 'ipsec-vpn',
      ipsec_peer_ip: '203.0.113.7',
      remote_vpn_subnets: ['10.9.0.0/24'],
      x_ipsec_pre_shared_key: 'Keyed-Secret-1',
    },
    { remote_vpn_subnets: ['10.9.0.0/24', '10.10.0.0/24'] },
  ),
  'vpn.server': crud(
    { name: 'roadwarrior', vpn_type: 'wireguard-server', ip_subnet: '10.8.0.1/24', enabled: true },
    { enabled: false },
  ),
  'vpn.client': crud({ name: 'exit', vpn_type: 'wireguard-client', enabled: true }, { enabled: false }),
  'vpn.user': crud(
    { name: 'sam', x_password: 'Very-Secret-1', tunnel_type: 3 },
    { x_password: 'Very-Secret-2' },
  ),
  'vpn.teleport': update({ enabled: true, subnet_cidr: '192.168.2.0/24' }),
  'firewall.zone': crud({ name: 'Cameras', networkIds: [] }, { networkIds: [seeded.staff] }),
  'firewall.policy': crud(rejectWith(seeded.zone, seeded.otherZone), { enabled: false }),
  'firewall.policy_toggle': update({ loggingEnabled: true }, '@firewall.policy'),
  'firewall.policy_order': update({
    sourceFirewallZoneId: seeded.zone,
    destinationFirewallZoneId: seeded.otherZone,
    orderedFirewallPolicyIds: { beforeSystemDefined: [], afterSystemDefined: [] },
  }),
  'firewall.acl_rule': crud(
    { type: 'IPV4', name: 'No SMB', enabled: true, action: 'BLOCK' },
    { enabled: false },
  ),
  'firewall.acl_order': update({ orderedAclRuleIds: ['@firewall.acl_rule'] }),
  'firewall.matching_list': crud(
    { type: 'PORTS', name: 'Web', items: [{ type: 'PORT_NUMBER', value: 80 }] },
    { items: [{ type: 'PORT_NUMBER', value: 443 }] },
  ),
  'firewall.rule': crud(
    { name: 'drop ping', ruleset: 'WAN_IN', rule_index: 2_000, action: 'drop', protocol: 'icmp' },
    { action: 'reject' },
  ),
  'firewall.group': crud(
    { name: 'servers', group_type: 'address-group', group_members: ['10.0.0.1'] },
    { group_members: ['10.0.0.1', '10.0.0.2'] },
  ),
  'firewall.port_forward': crud(
    { name: 'web', proto: 'tcp', dst_port: '443', fwd: '192.168.1.10', fwd_port: '8443', src: 'any' },
    { dst_port: '8443' },
  ),
  'firewall.ips': update({ ips_mode: 'ips', enabled_categories: ['botcc'] }),
  'wifi.broadcast': crud(guestWifi, { hideName: true }),
  'wifi.wlan': crud(
    { name: 'Workshop', security: 'wpapsk', wpa_mode: 'wpa2', x_passphrase: 'Correct-Horse-9' },
    { x_passphrase: 'Correct-Horse-10' },
  ),
  'wifi.ap_group': crud({ name: 'Ground floor', device_macs: [accessPointMac] }, { name: 'First floor' }),
  'wifi.radio': update({ radio_table: [{ radio: 'ng', channel: 6, ht: 20 }] }, seeded.classicAccessPoint),
  'wifi.client_block': update({ cmd: 'block-sta', mac: clientMac }),
  'wifi.client_kick': update({ mac: clientMac }),
  'network.vlan': crud({ management: 'UNMANAGED', name: 'Lab', enabled: true, vlanId: 77 }, { vlanId: 78 }),
  'network.dhcp_reservation': crud(
    { mac: '02:EE:00:00:00:01', fixed_ip: '192.168.1.77' },
    { fixed_ip: '192.168.1.78' },
  ),
  'switch.port_profile': crud({ name: 'Phones', forward: 'native', poe_mode: 'auto' }, { poe_mode: 'off' }),
  'switch.port_override': update({ port_overrides: [{ port_idx: 3, name: 'Uplink' }] }, seeded.classicSwitch),
  'switch.port_poe_cycle': update({ portIdx: 3 }, seeded.switchDevice),
  'switch.global': update({ stp_version: 'stp', dhcp_snoop: true }),
  'firmware.device_upgrade': update({ mac: switchMac }),
  'firmware.device_upgrade_url': update({ mac: accessPointMac, url: 'https://firmware.example/u6.bin' }),
  'firmware.rolling_upgrade': update({ types: ['uap', 'usw'] }),
  'firmware.console_update': update({ persistFullData: true }),
  'routing.static_route': crud(
    {
      name: 'branch',
      'static-route_network': '10.20.0.0/16',
      'static-route_type': 'nexthop-route',
      'static-route_nexthop': '192.168.1.2',
      'static-route_distance': 5,
    },
    { 'static-route_distance': 9 },
  ),
  'routing.dynamic_dns': crud(
    { service: 'dyndns', host_name: 'office.example', login: 'office', x_password: 'Very-Secret-3' },
    { login: 'office2' },
  ),
  'routing.wan': update({ wan_type: 'static', wan_ip: '203.0.113.9' }, seeded.wan),
  'dns.policy': crud(
    { type: 'A_RECORD', enabled: true, domain: 'nas.example', ipv4Address: '192.168.1.9', ttlSeconds: 300 },
    { ipv4Address: '192.168.1.10' },
  ),
  'diagnostics.speedtest': create({}),
  'diagnostics.spectrum_scan': create({ mac: accessPointMac }),
  'diagnostics.locate': update({ cmd: 'set-locate', mac: accessPointMac }),
  'hotspot.voucher': [
    { operation: 'create', payload: { count: 2, name: 'Visitors', timeLimitMinutes: 60 } },
    { operation: 'delete', payload: {} },
  ],
  'hotspot.guest_access': update({ action: 'AUTHORIZE_GUEST_ACCESS', timeLimitMinutes: 60 }, seeded.guest),
  'hotspot.operator': crud(
    { name: 'reception', x_password: 'Very-Secret-4', note: 'desk' },
    { note: 'front desk' },
  ),
  'hotspot.portal': update({ auth: 'hotspot', portal_enabled: true }),
  'profiles.radius': crud(
    {
      name: 'office',
      auth_servers: [{ ip: '192.168.1.5', port: 1_812, x_secret: 'Very-Secret-5' }],
      accounting_enabled: false,
    },
    { accounting_enabled: true },
  ),
  'profiles.user_group': crud(
    { name: 'slow', qos_rate_max_down: 1_000, qos_rate_max_up: 500 },
    { qos_rate_max_up: 600 },
  ),
  'profiles.tag': crud({ name: 'floor', member_table: [accessPointMac] }, { member_table: [] }),
  'raw.setting': update({ ntp_server_1: 'time2.example' }, 'ntp'),
  'bulk.device_restart': update({ deviceIds: [seeded.switchDevice, seeded.accessPoint] }),
  'system.device_restart': update({ action: 'RESTART' }, seeded.switchDevice),
  'system.device': [
    { operation: 'create', payload: { macAddress: '02:aa:00:00:01:00', ignoreDeviceLimit: false } },
    { operation: 'delete', payload: {} },
  ],
  'system.site': crud({ desc: 'Branch' }, { desc: 'Branch north' }),
  'system.backup_create': create({ days: 7 }),
  'system.console_reboot': update({}),
  'monitoring.snmp': update({ enabled: true, community: 'Very-Secret-6' }),
  'monitoring.syslog': update({ enabled: true, ip: '192.168.1.6', port: 1_514 }),
  'monitoring.netflow': update({ enabled: true, server: '192.168.1.7', port: 2_056 }),
  'insights.alarm_archive': update({ cmd: 'archive-alarm', _id: seeded.alarm }),
  'insights.dpi_reset': update({}),
  'openapi.operation': update({
    operation_id: 'createNetwork',
    body: { management: 'UNMANAGED', name: 'By hand', enabled: true, vlanId: 99 },
  }),
});

/** Reads those ids from a console. */
export async function seededIn({ access }: Pick<UnifiSession, 'access'>): Promise<Seeded> {
  const idOf = async (path: string, name: string): Promise<string> =>
    String((await access.page(path)).find((row) => row['name'] === name)?.['id']);
  const objectIdOf = async (path: string, name: string): Promise<string> => {
    const rows = (await access.call({ method: 'GET', base: 'C', path })) as readonly VendorValue[];
    return String(rows.find((row) => row['name'] === name || row['msg'] === name)?.['_id']);
  };
  return {
    zone: await idOf('/firewall/zones', 'Internal'),
    otherZone: await idOf('/firewall/zones', 'External'),
    staff: await idOf('/networks', 'Staff'),
    switchDevice: await idOf('/devices', 'Switch 1'),
    accessPoint: await idOf('/devices', 'AP Lobby'),
    classicSwitch: await objectIdOf('/stat/device', 'Switch 1'),
    classicAccessPoint: await objectIdOf('/stat/device', 'AP Lobby'),
    wan: await objectIdOf('/rest/networkconf', 'Internet 1'),
    guest: await idOf('/clients', 'client-00008'),
    alarm: await objectIdOf('/list/alarm', 'Gateway lost its uplink'),
  };
}
