import type { ConfigTables, Row } from './config-tables.ts';
import { interfaceTable, tableOf } from './objects/choices.ts';
import { firewallSchema } from './schema.ts';

export interface SeedOptions {
  readonly hostname: string;
  /** Stations the firewall leases addresses to. */
  readonly devices: number;
}

/** Adds an object with the defaults of its model, unchecked, as a configuration file would bring it. */
function add(tables: ConfigTables, model: string, path: string, fields: Row): void {
  const leaves = firewallSchema().models.get(model)?.lists.get(path) ?? new Map();
  const blank = Object.fromEntries([...leaves].map(([name, leaf]) => [name, leaf.default ?? '']));
  tables.put(tableOf(model, path), { ...blank, uuid: crypto.randomUUID(), ...fields });
}

function addInterface(tables: ConfigTables, id: string, fields: Row): void {
  const model = 'OPNsense/Interfaces/NetworkInterface';
  add(tables, model, 'interface', { uuid: id, identifier: id, enable: '1', lock: '1', ...fields });
}

const addRule = (tables: ConfigTables, fields: Row): void =>
  add(tables, 'OPNsense/Firewall/Filter', 'rules.rule', fields);
const addAlias = (tables: ConfigTables, fields: Row): void =>
  add(tables, 'OPNsense/Firewall/Alias', 'aliases.alias', fields);

/** What stands on a firewall that left the factory. */
export function seedFactory(tables: ConfigTables, _options: SeedOptions): void {
  addInterface(tables, 'lan', { descr: 'LAN', if: 'igb1', type4: 'staticv4', ipaddr: '192.168.1.1/24' });
  addInterface(tables, 'wan', { descr: 'WAN', if: 'igb0', type4: 'staticv4', ipaddr: '203.0.113.2/24' });
  addRule(tables, {
    interface: 'lan',
    source_net: 'lan',
    description: 'Default allow LAN to any rule',
  });
  addRule(tables, {
    interface: 'lan',
    ipprotocol: 'inet6',
    source_net: 'lan',
    sequence: '2',
    description: 'Default allow LAN IPv6 to any rule',
  });
  add(tables, 'OPNsense/Auth/User', 'user', {
    name: 'root',
    uid: '0',
    scope: 'system',
    descr: 'System Administrator',
  });
}

/** A small site behind it: a guest network, aliases, a subnet with leases, tunnels. */
export function seedSite(tables: ConfigTables, options: SeedOptions): void {
  seedFactory(tables, options);
  addInterface(tables, 'opt1', { descr: 'GUEST', if: 'igb2', type4: 'staticv4', ipaddr: '192.168.20.1/24' });
  add(tables, 'OPNsense/Routing/Gateways', 'gateway_item', {
    name: 'WAN_GW',
    interface: 'wan',
    gateway: '203.0.113.1',
    defaultgw: '1',
    descr: 'Provider',
  });
  addAlias(tables, {
    name: 'blocked_hosts',
    type: 'host',
    content: '198.51.100.7\n198.51.100.8',
    description: 'Never to be reached',
  });
  addAlias(tables, {
    name: 'server_ports',
    type: 'port',
    content: '443\n8443',
  });
  addRule(tables, {
    action: 'block',
    interface: 'opt1',
    source_net: 'any',
    destination_net: 'blocked_hosts',
    log: '1',
    description: 'Guests stay out',
  });
  add(tables, 'OPNsense/Firewall/Filter', 'snatrules.rule', {
    interface: 'wan',
    source_net: 'opt1',
    target: 'wanip',
    description: 'Guests to the internet',
  });
  add(tables, 'OPNsense/Kea/KeaDhcpv4', 'subnets.subnet4', {
    subnet_id: '1',
    subnet: '10.88.0.0/16',
    pools: '10.88.0.10-10.88.255.250',
    'option_data.routers': '10.88.0.1',
    description: 'Office',
  });
  add(tables, 'OPNsense/Interfaces/Vlan', 'vlan', {
    if: 'igb3',
    tag: '30',
    descr: 'Cameras',
    vlanif: 'vlan0.30',
  });
  add(tables, 'OPNsense/Unbound/Unbound', 'hosts.host', {
    hostname: 'printer',
    domain: 'lab.internal',
    server: '192.168.1.9',
  });
  tables.set('OPNsense/Unbound/Unbound', { 'general.enabled': '1' });
}

/** The name an interface goes by, for reads. */
export const interfaceRows = (tables: ConfigTables): readonly Row[] => tables.rows(interfaceTable);
