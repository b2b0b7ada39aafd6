/** Additions of the table's notes to a row whose objects stand in the classic interface. */
export interface ObjectRule {
  /** Values that make an object one of this feature; a single one is filled in at create. */
  readonly fixed?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** Required fields of a create. */
  readonly required?: readonly string[];
  /** The only fields this feature writes. */
  readonly only?: readonly string[];
  /** Path of reading, where it differs from that of writing. */
  readonly readAt?: string;
  /** A delete takes these fields back instead of removing the object. */
  readonly cleared?: Readonly<Record<string, unknown>>;
  /** An update may turn another object into one of this feature. */
  readonly adopts?: boolean;
}

export const objectRules: Readonly<Record<string, ObjectRule>> = {
  'vpn.site_to_site': { fixed: { purpose: ['site-vpn'] }, required: ['name', 'vpn_type'] },
  'vpn.server': {
    fixed: { purpose: ['remote-user-vpn'], vpn_type: ['wireguard-server', 'l2tp-server', 'openvpn-server'] },
    required: ['name', 'vpn_type'],
  },
  'vpn.client': {
    fixed: { purpose: ['vpn-client'], vpn_type: ['wireguard-client', 'openvpn-client'] },
    required: ['name', 'vpn_type'],
  },
  'vpn.user': { required: ['name', 'x_password'] },
  'firewall.rule': { required: ['ruleset', 'rule_index', 'action'] },
  'firewall.group': { required: ['name', 'group_type'] },
  'firewall.port_forward': { required: ['name', 'dst_port', 'fwd'] },
  'wifi.wlan': { required: ['name', 'security'] },
  'wifi.ap_group': { required: ['name', 'device_macs'] },
  'wifi.radio': { only: ['radio_table'], readAt: '/stat/device' },
  'network.dhcp_reservation': {
    fixed: { use_fixedip: [true] },
    required: ['mac', 'fixed_ip'],
    cleared: { use_fixedip: false },
    adopts: true,
  },
  'switch.port_profile': { required: ['name'] },
  'switch.port_override': { only: ['port_overrides'], readAt: '/stat/device' },
  'routing.static_route': {
    fixed: { type: ['static-route'] },
    required: ['name', 'static-route_network', 'static-route_type'],
  },
  'routing.dynamic_dns': { required: ['service', 'host_name'] },
  'routing.wan': { fixed: { purpose: ['wan'] } },
  'hotspot.operator': { required: ['name', 'x_password'] },
  'profiles.radius': { required: ['name'] },
  'profiles.user_group': { required: ['name'] },
  'profiles.tag': { required: ['name'] },
};
