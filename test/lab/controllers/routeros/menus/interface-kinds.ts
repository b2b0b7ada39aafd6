/** Menus whose objects are interfaces, with the type `/interface` prints and the stem of automatic names. */
export const interfaceKinds: ReadonlyMap<string, { readonly type: string; readonly stem: string }> = new Map([
  ['/interface/ethernet', { type: 'ether', stem: 'ether' }],
  ['/interface/bridge', { type: 'bridge', stem: 'bridge' }],
  ['/interface/vlan', { type: 'vlan', stem: 'vlan' }],
  ['/interface/bonding', { type: 'bond', stem: 'bonding' }],
  ['/interface/wifi', { type: 'wifi', stem: 'wifi' }],
  ['/interface/wireguard', { type: 'wg', stem: 'wireguard' }],
  ['/interface/gre', { type: 'gre-tunnel', stem: 'gre-tunnel' }],
  ['/interface/eoip', { type: 'eoip', stem: 'eoip-tunnel' }],
  ['/interface/ipip', { type: 'ipip-tunnel', stem: 'ipip-tunnel' }],
  ['/interface/l2tp-client', { type: 'l2tp-out', stem: 'l2tp-out' }],
  ['/interface/pppoe-client', { type: 'pppoe-out', stem: 'pppoe-out' }],
  ['/interface/sstp-client', { type: 'sstp-out', stem: 'sstp-out' }],
  ['/interface/ovpn-client', { type: 'ovpn-out', stem: 'ovpn-out' }],
  ['/interface/vrrp', { type: 'vrrp', stem: 'vrrp' }],
  ['/interface/vxlan', { type: 'vxlan', stem: 'vxlan' }],
]);

/** Automatic names of objects that are not interfaces. */
export const nameStems: Readonly<Record<string, string>> = {
  '/ip/dhcp-server': 'dhcp',
  '/ip/dhcp-client': 'client',
  '/ip/hotspot': 'hotspot',
  '/queue/simple': 'queue',
  '/queue/tree': 'queue',
  '/interface/wireguard/peers': 'peer',
};
