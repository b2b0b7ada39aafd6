import { notSent } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';

/** Lists whose objects may name an alias, with the fields that can. */
const users: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/firewall/rules': ['source', 'source_port', 'destination', 'destination_port'],
  '/api/v2/firewall/nat/port_forwards': [
    'source',
    'source_port',
    'destination',
    'destination_port',
    'target',
    'local_port',
  ],
  '/api/v2/firewall/nat/outbound/mappings': [
    'source',
    'source_port',
    'destination',
    'destination_port',
    'target',
    'nat_port',
  ],
  '/api/v2/firewall/nat/one_to_one/mappings': ['source', 'destination'],
  '/api/v2/firewall/aliases': ['address'],
  '/api/v2/routing/static_routes': ['network'],
  '/api/v2/vpn/openvpn/servers': ['local_network', 'local_networkv6', 'remote_network', 'remote_networkv6'],
  '/api/v2/vpn/openvpn/clients': ['remote_network', 'remote_networkv6'],
  '/api/v2/vpn/openvpn/csos': ['local_network', 'local_networkv6', 'remote_network', 'remote_networkv6'],
};

interface Reader {
  rows(path: string): Promise<readonly Row[]>;
}

/** The product deletes an alias that rules still use, and they then match nothing; we do not. */
export async function refuseUsedAlias(reader: Reader, name: string): Promise<void> {
  for (const [path, fields] of Object.entries(users)) {
    const rows = await reader.rows(path);
    const at = rows.findIndex((row) => fields.some((field) => names(row[field], name)));
    if (at < 0) continue;
    const list = path.slice('/api/v2/'.length).replaceAll('/', ' ').replaceAll('_', ' ');
    throw notSent(`The alias ${name} is still used in: ${list}, entry ${at + 1}.`);
  }
}

const names = (value: unknown, name: string): boolean =>
  Array.isArray(value) ? value.some((each) => names(each, name)) : value === name || value === `!${name}`;
