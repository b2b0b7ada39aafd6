import { isAnyIp, isHost, isIp, isPorts, isPrefix, isPrefix6, isRange, isRangeList } from './addresses.ts';

/**
 * What the console inspection leaves open and the product checks all the same. Keys are `menu field`, or the field
 * alone where it means one thing everywhere. `int` replaces an empty type and joins a closed list of words.
 */
export type FieldRule =
  | { readonly int: readonly [number, number] }
  | { readonly form: (text: string) => boolean; readonly list?: boolean }
  | { readonly refersTo: readonly string[]; readonly words?: readonly string[]; readonly list?: boolean };

const port: FieldRule = { int: [0, 65_535] };
const ip: FieldRule = { form: isIp };
const ipList: FieldRule = { form: isAnyIp, list: true };
const ports: FieldRule = { form: isPorts };
const range: FieldRule = { form: isRange };
const prefix: FieldRule = { form: isPrefix };
const anyPrefix: FieldRule = { form: (text) => isPrefix(text) || isPrefix6(text), list: true };
const interfaceLists: FieldRule = {
  refersTo: ['/interface/list'],
  words: ['all', 'none', 'dynamic', 'static'],
};
const routingTable: FieldRule = { refersTo: ['/routing/table'], words: ['main'] };

const firewall = ['/ip/firewall/filter', '/ip/firewall/nat', '/ip/firewall/mangle', '/ip/firewall/raw'];
const matchers = Object.fromEntries(
  firewall.flatMap((menu) => [
    [`${menu} src-address`, range],
    [`${menu} dst-address`, range],
    [`${menu} to-addresses`, range],
    [`${menu} src-port`, ports],
    [`${menu} dst-port`, ports],
    [`${menu} port`, ports],
    [`${menu} to-ports`, ports],
    [`${menu} dscp`, { int: [0, 63] }],
  ]),
) as Readonly<Record<string, FieldRule>>;

export const fieldRules: Readonly<Record<string, FieldRule>> = {
  ...matchers,
  mtu: { int: [68, 65_535] },
  'max-mtu': { int: [64, 65_535] },
  'max-mru': { int: [64, 65_535] },
  mrru: { int: [512, 65_535] },
  pvid: { int: [1, 4_094] },
  'vlan-id': { int: [1, 4_094] },
  'datapath.vlan-id': { int: [1, 4_095] },
  'tunnel-id': { int: [0, 65_535] },
  vni: { int: [1, 16_777_215] },
  vrid: { int: [1, 255] },
  distance: { int: [1, 255] },
  scope: { int: [0, 255] },
  'target-scope': { int: [0, 255] },
  'listen-port': port,
  'authentication-port': port,
  'accounting-port': port,
  'keepalive-timeout': { int: [1, 65_535] },
  'client-mac-limit': { int: [0, 4_294_967_295] },
  'addresses-per-mac': { int: [0, 4_294_967_295] },
  'max-learned-entries': { int: [0, 4_294_967_295] },
  '/interface/gre dscp': { int: [0, 63] },
  horizon: { int: [0, 4_294_967_295] },
  'new-dscp': { int: [0, 63] },
  'new-mss': { int: [0, 65_535] },
  'routing-table': routingTable,
  'in-interface-list': interfaceLists,
  'out-interface-list': interfaceLists,
  certificate: { refersTo: ['/certificate'], words: ['none'] },
  'dhcp-option-set': { refersTo: ['/ip/dhcp-server/option/sets'], words: ['none'] },
  'dhcp-option': { refersTo: ['/ip/dhcp-server/option'], list: true },
  'parent-queue': { refersTo: ['/queue/simple', '/queue/tree'], words: ['none'] },
  'next-pool': { refersTo: ['/ip/pool'], words: ['none'] },
  vrf: { refersTo: ['/ip/vrf'], words: ['main'] },
  '/interface/bonding slaves': { refersTo: ['/interface'], list: true },
  '/interface/bridge/port bridge': { refersTo: ['/interface/bridge'] },
  '/interface/bridge/vlan bridge': { refersTo: ['/interface/bridge'] },
  '/interface/bridge/vlan vlan-ids': { form: (text) => isRangeList(text, 1, 4_094) },
  '/interface/bridge/vlan tagged': { refersTo: ['/interface'], list: true },
  '/interface/bridge/vlan untagged': { refersTo: ['/interface'], list: true },
  '/interface/list/member list': { refersTo: ['/interface/list'] },
  '/interface/wireguard/peers interface': { refersTo: ['/interface/wireguard'] },
  '/interface/wireguard/peers allowed-address': anyPrefix,
  '/interface/wireguard/peers endpoint-port': port,
  '/interface/wireguard/peers public-key': { form: (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) },
  '/ip/address address': prefix,
  '/ip/dhcp-relay dhcp-server': ipList,
  '/ip/dhcp-server address-pool': { refersTo: ['/ip/pool'], words: ['static-only'] },
  '/ip/dhcp-server/lease server': { refersTo: ['/ip/dhcp-server'], words: ['all'] },
  '/ip/dhcp-server/network address': prefix,
  '/ip/dhcp-server/network dns-server': ipList,
  '/ip/dhcp-server/network ntp-server': ipList,
  '/ip/dhcp-server/network wins-server': ipList,
  '/ip/dhcp-server/network gateway': ipList,
  '/ip/dhcp-server/network netmask': { int: [0, 32] },
  '/ip/dhcp-server/option code': { int: [1, 254] },
  '/ip/dns servers': ipList,
  '/ip/dns/static address': { form: isAnyIp },
  '/ip/firewall/address-list address': { form: (text) => isRange(text) || isHost(text) },
  '/ip/ipsec/peer address': { form: (text) => isPrefix(text) || isPrefix6(text) || isHost(text) },
  '/ip/ipsec/identity peer': { refersTo: ['/ip/ipsec/peer'] },
  '/ip/ipsec/policy src-address': anyPrefix,
  '/ip/ipsec/policy dst-address': anyPrefix,
  '/ip/ipsec/policy peer': { refersTo: ['/ip/ipsec/peer'] },
  '/ip/ipsec/policy proposal': { refersTo: ['/ip/ipsec/proposal'] },
  '/ip/hotspot/user server': { refersTo: ['/ip/hotspot'], words: ['all'] },
  '/ip/hotspot/ip-binding server': { refersTo: ['/ip/hotspot'], words: ['all'] },
  '/ip/pool ranges': { form: isRange, list: true },
  '/ip/route dst-address': prefix,
  '/ip/route gateway': { form: isHostOrScoped, list: true },
  '/ip/service port': { int: [1, 65_535] },
  '/ppp/profile local-address': { form: isHost },
  '/ppp/profile remote-address': { form: isHost },
  '/ppp/profile dns-server': ipList,
  '/queue/simple target': { form: (text) => isPrefix(text) || isPrefix6(text) || isHost(text), list: true },
  '/queue/tree parent': { refersTo: ['/interface', '/queue/tree'], words: ['global'] },
  '/radius address': { form: isHost },
  '/routing/bgp/connection local.address': { form: isHost },
  '/routing/bgp/connection remote.address': { form: (text) => isPrefix(text) || isPrefix6(text) },
  '/routing/bgp/connection templates': {
    refersTo: ['/routing/bgp/template'],
    words: ['default'],
    list: true,
  },
  '/routing/ospf/area instance': { refersTo: ['/routing/ospf/instance'] },
  '/routing/ospf/instance router-id': { form: (text) => isIp(text) || isHost(text) },
  '/routing/rule dst-address': anyPrefix,
  '/routing/rule src-address': anyPrefix,
  '/system/ntp/client/servers address': { form: isHost },
  '/tool/netwatch host': { form: isHost },
  '/tool/netwatch port': port,
  '/user group': { refersTo: ['/user/group'] },
  '/ping address': { form: isHost },
  '/ping src-address': ip,
  '/tool/ping address': { form: isHost },
  '/tool/traceroute address': { form: isHost },
  '/tool/bandwidth-test address': { form: isHost },
};

/** Closed word lists that take several words at once, separated by commas. */
export const wordLists: ReadonlySet<string> = new Set(
  'connection-state connection-nat-state tcp-flags advertise key-usage include exclude interfaces'
    .split(' ')
    .concat(
      'authentication-types eap-methods hotspot service dhcp-options ipsec-protocols mvrp-forbidden'.split(
        ' ',
      ),
    ),
);

function isHostOrScoped(text: string): boolean {
  const [host = '', scope, ...rest] = text.split('%');
  return rest.length === 0 && isHost(host) && (scope === undefined || scope.length > 0);
}
