import type { Row } from '../config-tables.ts';
import type { Validations } from '../refusal.ts';
import { familyOf, isAddress, isHostname, isInside, isNetwork } from './addresses.ts';
import { aliasNames, type Copies, tableOf } from './choices.ts';

type Rule = (row: Row, problems: Validations, copies: Copies) => void;

const filter = 'OPNsense/Firewall/Filter';
const withPorts = new Set(['TCP', 'UDP', 'TCP/UDP', 'tcp', 'udp', 'tcp/udp']);
const reserved = new Set([
  'any',
  'bogons',
  'bogonsv6',
  'sshlockout',
  'virusprot',
  'port',
  'pass',
  'self',
  'all',
]);

/** What the product checks over several fields of one object, beyond the constraints of its model files. */
export const objectRules: Readonly<Record<string, Rule>> = {
  [tableOf(filter, 'rules.rule')]: checkRule,
  [tableOf(filter, 'snatrules.rule')]: checkRule,
  [tableOf('OPNsense/Firewall/Alias', 'aliases.alias')]: checkAlias,
  [tableOf('OPNsense/Routes/Route', 'route')]: checkRoute,
  [tableOf('OPNsense/Routing/Gateways', 'gateway_item')]: checkGateway,
  [tableOf('OPNsense/OpenVPN/OpenVPN', 'Instances.Instance')]: checkInstance,
  [tableOf('OPNsense/Kea/KeaDhcpv4', 'reservations.reservation')]: checkReservation,
  [tableOf('OPNsense/Dnsmasq/Dnsmasq', 'dhcp_ranges')]: checkDhcpRange,
  [tableOf('OPNsense/Interfaces/Vip', 'vip')]: checkVip,
};

function checkRule(row: Row, problems: Validations): void {
  const { protocol = '', ipprotocol = 'inet' } = row;
  for (const side of ['source', 'destination']) {
    if (row[`${side}_port`] && !withPorts.has(protocol))
      problems.add(
        `${side}_port`,
        `${side === 'source' ? 'Source' : 'Destination'} ports are only valid for tcp or udp type rules.`,
      );
    const family = familyOf(row[`${side}_net`] ?? '');
    if (family !== null && ipprotocol !== 'inet46' && family !== ipprotocol)
      problems.add(
        `${side}_net`,
        `The ${side} address type should match the selected TCP/IP protocol version.`,
      );
  }
  if (row['icmptype'] && protocol !== 'ICMP') problems.add('icmptype', 'Only valid for ICMP type rules.');
}

function checkAlias(
  { type = '', name = '', content = '' }: Row,
  problems: Validations,
  copies: Copies,
): void {
  if (reserved.has(name)) problems.add('name', 'The name of the alias may not be a reserved word.');
  const others = aliasNames(copies, type === 'port');
  const wrong = content
    .split('\n')
    .filter((part) => part !== '')
    .find((part) => !others.has(part) && !isAliasEntry(type, part.replace(/^!/, '')));
  if (wrong !== undefined) problems.add('content', `Entry "${wrong}" is not valid for this type.`);
}

function isAliasEntry(type: string, entry: string): boolean {
  switch (type) {
    case 'host':
      return isAddress(entry) || isHostname(entry) || entry.split('-').every(isAddress);
    case 'network':
      return isNetwork(entry, {}) || isHostname(entry);
    case 'port':
      return entry.split(':').every((part) => /^\d{1,5}$/.test(part) && Number(part) <= 65_535);
    case 'url':
    case 'urltable':
    case 'urljson':
      return URL.canParse(entry);
    case 'mac':
      return /^[0-9a-f]{2}(?::[0-9a-f]{2}){0,5}$/i.test(entry);
    case 'asn':
      return /^\d{1,10}$/.test(entry);
    case 'geoip':
      return /^[A-Z]{2}$/.test(entry);
    case 'networkgroup':
      return false;
    default:
      return true;
  }
}

function checkRoute({ network = '', gateway = '' }: Row, problems: Validations, { running }: Copies): void {
  if (network !== '' && !isNetwork(network, { maskRequired: true })) return;
  const target = running.rows('OPNsense/Routing/Gateways#gateway_item').find(({ name }) => name === gateway);
  if (target !== undefined && network !== '' && familyOf(network) !== target['ipprotocol'])
    problems.add('network', 'Specify a valid network matching the gateways ip protocol.');
}

function checkGateway({ gateway = '', ipprotocol = '', monitor = '' }: Row, problems: Validations): void {
  const isFree = gateway === '' || gateway === 'dynamic';
  if (!isFree && familyOf(gateway) !== ipprotocol)
    problems.add('gateway', 'Address does not match the address family of the gateway.');
  if (monitor !== '' && !isAddress(monitor))
    problems.add('monitor', 'Please specify a valid monitor address.');
}

function checkInstance(row: Row, problems: Validations): void {
  const { role = '', cert = '', verify_client_cert = '', remote = '' } = row;
  if (role === 'client' && remote === '') problems.add('remote', 'A remote host is required in client mode.');
  if (role === 'server' && cert === '' && verify_client_cert === 'require')
    problems.add('verify_client_cert', 'To validate a certificate one has to be provided.');
}

function checkReservation(
  { subnet = '', ip_address = '' }: Row,
  problems: Validations,
  { saved }: Copies,
): void {
  const home = saved.find(tableOf('OPNsense/Kea/KeaDhcpv4', 'subnets.subnet4'), subnet);
  if (home && ip_address !== '' && !isInside(ip_address, home['subnet'] ?? ''))
    problems.add('ip_address', 'Address not in specified subnet.');
}

function checkDhcpRange({ start_addr = '', end_addr = '' }: Row, problems: Validations): void {
  if (end_addr !== '' && familyOf(start_addr) !== familyOf(end_addr))
    problems.add('end_addr', 'The addresses of a range must be of one family.');
}

function checkVip({ mode = '', vhid = '', subnet = '' }: Row, problems: Validations): void {
  if (subnet === '') problems.add('network', 'A valid network address must be provided.');
  if (mode === 'carp' && vhid === '') problems.add('vhid', 'A VHID must be selected for carp.');
}
