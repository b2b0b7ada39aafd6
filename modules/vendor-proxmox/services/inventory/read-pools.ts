import { DeviceError, type StoragePool, type VendorValue } from '@patchbay/vendor-kit';
import { rowsOf, textOrNull } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';

type Reader = Pick<HostAccess, 'get'>;

/** Storages as the nodes see them, and the ZFS pools below some of them: only those show that a disk is gone. */
export async function readPools(access: Reader): Promise<readonly StoragePool[]> {
  const nodes = rowsOf((await access.get('/nodes')).data).filter(({ status }) => status === 'online');
  const found = new Map<string, StoragePool>();
  for (const node of nodes) {
    const name = String(node['node']);
    const path = `/nodes/${encodeURIComponent(name)}`;
    const storages = rowsOf((await access.get(`${path}/storage`)).data).filter(
      ({ enabled }) => Number(enabled) !== 0,
    );
    const pools = await zfsPools(access, path);
    for (const pool of [
      ...storages.map((row) => storage(name, row)),
      ...pools.map((row) => zfsPool(name, row)),
    ])
      found.set(`${pool.node ?? ''} ${pool.kind} ${pool.name}`, pool);
  }
  return [...found.values()];
}

/** A sign-in that may not look at disks sees the storages alone. */
async function zfsPools(access: Reader, path: string): Promise<readonly VendorValue[]> {
  try {
    return rowsOf((await access.get(`${path}/disks/zfs`)).data);
  } catch (error) {
    if (error instanceof DeviceError && (error.status === 403 || error.status === 501)) return [];
    throw error;
  }
}

/** A storage that all nodes share is one place, seen by each of them. */
const storage = (node: string, row: VendorValue): StoragePool => ({
  name: String(row['storage']),
  node: Number(row['shared']) === 1 ? null : node,
  kind: textOrNull(row['type']) ?? 'storage',
  status: Number(row['active']) === 1 ? 'healthy' : 'unavailable',
  detail: null,
  total_bytes: bytesOrNull(row['total']),
  used_bytes: bytesOrNull(row['used']),
});

const zfsPool = (node: string, row: VendorValue): StoragePool => ({
  name: String(row['name']),
  node,
  kind: 'zfs',
  status: row['health'] === 'ONLINE' ? 'healthy' : row['health'] === 'DEGRADED' ? 'degraded' : 'unavailable',
  detail: textOrNull(row['health']),
  total_bytes: bytesOrNull(row['size']),
  used_bytes: bytesOrNull(row['alloc']),
});

const bytesOrNull = (value: unknown): number | null =>
  value !== undefined && value !== null && Number.isFinite(Number(value)) ? Number(value) : null;
