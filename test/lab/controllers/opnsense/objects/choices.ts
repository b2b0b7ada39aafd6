import type { ConfigTables, Row } from '../config-tables.ts';
import type { Leaf } from '../schema.ts';

/** Ports of the simulated appliance. */
export const ports = ['igb0', 'igb1', 'igb2', 'igb3', 'igb4', 'igb5'];
const protocols =
  'any ICMP IGMP GGP IPENCAP TCP UDP TCP/UDP GRE ESP AH IPV6-ICMP EIGRP OSPF PIM SCTP CARP PFSYNC'.split(' ');
const proposal =
  /^(default|(?:aes(?:128|192|256)(?:gcm16|ctr)?|chacha20poly1305)(?:-[a-z0-9_]+){0,3}|null(?:-[a-z0-9]+)*)$/;
const cronCommands = [
  'system remote backup',
  'firmware auto-update',
  'ids update',
  'unbound dnsbl',
  'filter refresh_aliases',
];
const backendLists: Readonly<Record<string, readonly string[]>> = {
  'system list shells': ['/bin/sh', '/bin/csh', '/usr/local/bin/bash', '/usr/local/sbin/opnsense-shell'],
  'system list locales': ['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'pt_BR', 'zh_CN'],
  'syslog list applications': [
    'audit',
    'configd.py',
    'dhcpd',
    'filterlog',
    'kea-dhcp4',
    'unbound',
    'suricata',
  ],
  'filter list diverts': ['8000'],
};

export const tableOf = (model: string, path: string): string => `${model}#${path}`;
export const interfaceTable = tableOf('OPNsense/Interfaces/NetworkInterface', 'interface');
const gatewayTable = tableOf('OPNsense/Routing/Gateways', 'gateway_item');
const aliasTable = tableOf('OPNsense/Firewall/Alias', 'aliases.alias');
const categoryTable = tableOf('OPNsense/Firewall/Category', 'categories.category');

/** The two copies of the configuration, as far as choices are drawn from them. */
export interface Copies {
  readonly saved: ConfigTables;
  readonly running: ConfigTables;
}

type Choices = ReadonlyMap<string, string>;

/** What a field may be chosen from, with labels; null for fields that take free text. */
export function choicesOf(leaf: Leaf, copies: Copies): Choices | null {
  const { type } = leaf;
  const make = Object.hasOwn(byType, type) ? byType[type] : undefined;
  if (make) return make(leaf, copies);
  return null;
}

const plain = (values: readonly string[]): Choices => new Map(values.map((value) => [value, value]));

const labelled = (values: readonly string[]): Choices =>
  new Map(values.map((value) => [value, labels[value] ?? capitalised(value)]));

const capitalised = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

const labels: Readonly<Record<string, string>> = {
  inet: 'IPv4',
  inet6: 'IPv6',
  inet46: 'IPv4+IPv6',
  keep: 'keep state',
  host: 'Host(s)',
  network: 'Network(s)',
  port: 'Port(s)',
  url: 'URL (IPs)',
  tun: 'TUN',
  udp: 'UDP',
};

function interfaces({ saved }: Copies): Choices {
  const rows = saved.rows(interfaceTable);
  const groups = saved.rows(tableOf('OPNsense/Firewall/Group', 'ifgroupentry'));
  return new Map([
    ...rows.map(({ uuid = '', descr = '' }): [string, string] => [uuid, descr || uuid.toUpperCase()]),
    ...groups.map(({ ifname = '' }): [string, string] => [ifname, ifname]),
  ]);
}

/** Devices that can carry an interface: ports, and what was made of them. */
function devices({ saved }: Copies): readonly string[] {
  const made = [
    ['OPNsense/Interfaces/Vlan#vlan', 'vlanif'],
    ['OPNsense/Interfaces/Lagg#lagg', 'laggif'],
    ['OPNsense/Interfaces/Bridge#bridged', 'bridgeif'],
    ['OPNsense/Interfaces/Gre#gre', 'greif'],
    ['OPNsense/Interfaces/Gif#gif', 'gifif'],
  ] as const;
  return [...ports, ...made.flatMap(([table, field]) => saved.rows(table).map((row) => row[field] ?? ''))];
}

const unassigned = (copies: Copies): readonly string[] => {
  const taken = new Set(copies.saved.rows(interfaceTable).map((row) => row['if']));
  return ports.filter((port) => !taken.has(port));
};

/** The backend lists gateways as they run: one that was not put into service is not there. */
const gateways = ({ running }: Copies): Choices =>
  plain(['Null4', 'Null6', ...running.rows(gatewayTable).map(({ name = '' }) => name)]);

const instances = ({ saved }: Copies): Choices => {
  const rows = saved.rows(tableOf('OPNsense/OpenVPN/OpenVPN', 'Instances.Instance'));
  return new Map(
    rows.filter(({ role }) => role === 'server').map((row) => [row['vpnid'] ?? '', nameOf(row)]),
  );
};

const nameOf = (row: Row): string => row['description'] || row['descr'] || row['name'] || row['uuid'] || '';

/** Models are named with dots in relations, and not always in the spelling of their file. */
function related({ relation = [] }: Leaf, { saved }: Copies): Choices {
  const found = new Map<string, string>();
  for (const { source, items } of relation) {
    const wanted = tableOf(source.replaceAll('.', '/'), items).toLowerCase();
    const table = saved.tables().find((name) => name.toLowerCase() === wanted);
    for (const row of table === undefined ? [] : saved.rows(table)) found.set(row['uuid'] ?? '', nameOf(row));
  }
  return found;
}

function stored(leaf: Leaf, copies: Copies): Choices {
  const act = leaf.ConfigdPopulateAct ?? '';
  if (act.startsWith('interface gateways list')) return gateways(copies);
  return plain(backendLists[act] ?? leaf.options ?? []);
}

const certificates = (): Choices => new Map([['65f0c0a1b2c3d', 'Web GUI TLS certificate']]);

const byType: Readonly<Record<string, (leaf: Leaf, copies: Copies) => Choices>> = {
  OptionField: ({ options = [] }) => labelled(options),
  SNatModeField: ({ options = [] }) => labelled(options),
  InterfaceField: (_leaf, copies) => interfaces(copies),
  VipInterfaceField: (_leaf, copies) => interfaces(copies),
  UnboundInterfaceField: (_leaf, copies) => interfaces(copies),
  BridgeMemberField: (_leaf, copies) => interfaces(copies),
  ConfigdActionsField: () => plain(cronCommands),
  ProtocolField: ({ changeCase }) =>
    plain(changeCase === 'lower' ? protocols.map((name) => name.toLowerCase()) : protocols),
  ModelRelationField: related,
  JsonKeyValueStoreField: stored,
  GatewayField: (_leaf, copies) => gateways(copies),
  GatewayGroupItemField: (_leaf, copies) => gateways(copies),
  VlanInterfaceField: (_leaf, copies) =>
    plain([...ports, ...devices(copies).filter((name) => name.startsWith('lagg'))]),
  LaggInterfaceField: (_leaf, copies) => plain(unassigned(copies)),
  DeviceField: (_leaf, copies) => plain(devices(copies)),
  CertificateField: certificates,
  ca: certificates,
  crl: () => new Map(),
  carp: () => new Map(),
  AuthenticationServerField: () => plain(['Local Database']),
  AuthGroupField: () => plain(['admins', 'operators']),
  GroupMembershipField: () => plain(['1999', '2000']),
  PrivField: () => plain(['page-all', 'page-dashboard-all', 'page-firewall-rules', 'user-config-readonly']),
  OpenVPNServerField: (_leaf, copies) => instances(copies),
  ScheduleField: () => new Map(),
  TosField: () => plain(['lowdelay', 'critical', 'inetcontrol', 'netcontrol', 'af11', 'ef', 'cs1']),
  CategoryField: (_leaf, { saved }) => plain(saved.rows(categoryTable).map(({ name = '' }) => name)),
  CategoryMapField: (_leaf, { saved }) =>
    new Map(saved.rows(categoryTable).map(({ uuid = '', name = '' }) => [uuid, name])),
};

export const isProposal = (text: string): boolean => proposal.test(text);

/** Names of aliases, for fields that take them beside addresses. */
export const aliasNames = ({ saved }: Copies, wantsPorts: boolean): ReadonlySet<string> =>
  new Set(
    saved
      .rows(aliasTable)
      .filter(({ type }) => (type === 'port') === wantsPorts)
      .map(({ name = '' }) => name),
  );

/** Names for networks that the firewall has by itself: its interfaces and their addresses. */
export function networkNames(copies: Copies): ReadonlyMap<string, string> {
  const named = [...interfaces(copies)].flatMap(([id, label]): [string, string][] => [
    [id, `${label} net`],
    [`${id}ip`, `${label} address`],
  ]);
  return new Map([['any', 'any'], ['(self)', 'This Firewall'], ...named]);
}
