import { AdapterError, type VendorValue } from '@patchbay/vendor-kit';
import type { FirewallAccess } from '../exchange/firewall-access.ts';
import { searchRows } from './objects.ts';

type Row = Readonly<Record<string, unknown>>;

/** Facts of an interface in the overview that do not move by themselves. */
const interfaceFacts = [
  'identifier',
  'device',
  'description',
  'macaddr',
  'mtu',
  'enabled',
  'vlan_tag',
  'addr4',
  'addr6',
];
const leaseFacts = ['address', 'hwaddr', 'hostname', 'client_id', 'duid', 'if', 'is_reserved'];
const leaseSearches = ['/api/kea/leases4/search', '/api/dnsmasq/leases/search'];
const MAX_LEASES = 20_000;

/** Lists that no feature writes to, and the services a feature restarts. */
export const furtherLists: Readonly<
  Record<string, (access: FirewallAccess) => Promise<readonly VendorValue[]>>
> = {
  'interfaces.interface': async (access) =>
    (await searchRows(access, '/api/interfaces/overview/interfacesInfo')).map((row) =>
      picked(row, interfaceFacts),
    ),
  'dhcp.lease': async (access) => (await readLeases(access)).map((row) => picked(row, leaseFacts)),
  'services.control': (access) => searchRows(access, '/api/core/service/search'),
  'system.config_restore': async (access) => {
    const answer = await access.get('/api/core/backup/backups/this');
    const items: unknown = Reflect.get(answer, 'items');
    return Array.isArray(items) ? items.filter((item): item is VendorValue => Object(item) === item) : [];
  },
};

/** Leases of both servers; one that is not installed gives none. */
export async function readLeases(access: FirewallAccess): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const path of leaseSearches) {
    try {
      found.push(...(await searchRows(access, path)));
    } catch (error) {
      const isAbsent = error instanceof AdapterError && error.type === 'adapter_not_found';
      if (!isAbsent) throw error;
    }
  }
  return found.slice(0, MAX_LEASES);
}

const picked = (row: Row, names: readonly string[]): VendorValue =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
