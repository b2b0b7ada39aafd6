import { AdapterError, DeviceError, type DeviceFacts, type VendorValue } from '@patchbay/vendor-kit';
import { recordOf, rowsOf, textOrNull } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import { allGuests } from './guests.ts';
import { guestDevice, nodeDevice } from './inventory-devices.ts';
import { type ObjectKind, objectKinds } from './object-kinds.ts';
import { guestPlaces, listObjects, readObject } from './objects.ts';

type Reader = Pick<HostAccess, 'get'>;

export interface Inventory {
  readonly devices: readonly DeviceFacts[];
  readonly objects: Readonly<Record<string, readonly VendorValue[]>>;
}

const MAX_DEVICES = 20_000;
/** Up to so many guests each one's configuration is read; with more of them the list of the cluster must do. */
const MAX_CONFIGURED = 500;
/** Up to so many guests each one's snapshots and rules are read, and its system is asked for its address. */
const MAX_DETAILED = 200;

/**
 * Reads one cluster whole, one request after the other: the bulkhead lets two exchanges through, and a sync must
 * leave room for people. Objects that the sign-in may not see, or this version does not have, are left out.
 */
export async function readInventory(access: Reader): Promise<Inventory> {
  const guests = await allGuests(access);
  const objects: Record<string, readonly VendorValue[]> = {};
  for (const [name, kind] of Object.entries(objectKinds)) {
    const values = await valuesOf(access, kind, guests);
    if (values !== null) objects[name] = values;
  }
  const configs = new Map(
    [...(objects['vm.config'] ?? []), ...(objects['container.config'] ?? [])].map((value) => [
      String(value['vmid']),
      value,
    ]),
  );
  const devices = await nodeDevices(access);
  for (const guest of guests.slice(0, MAX_DEVICES - devices.length)) {
    const config = configs.get(String(guest['vmid'])) ?? null;
    const addresses = guests.length > MAX_DETAILED ? null : await addressesOf(access, guest, config);
    devices.push(guestDevice(guest, config, addresses));
  }
  return { devices, objects };
}

async function valuesOf(
  access: Reader,
  kind: ObjectKind,
  guests: readonly VendorValue[],
): Promise<readonly VendorValue[] | null> {
  const { scope } = kind;
  try {
    if (scope !== 'qemu' && scope !== 'lxc') return await listObjects(access, kind);
    if (guests.length > (kind.list === null ? MAX_CONFIGURED : MAX_DETAILED)) return null;
    return await listObjects(access, kind, guestPlaces(guests, scope));
  } catch (error) {
    return unlessAbsent(error);
  }
}

/** The cluster without a feature, or a sign-in without the right to it, is no failure of the reading. */
function unlessAbsent(error: unknown): null {
  const isMissing = error instanceof AdapterError && error.type === 'adapter_not_found';
  if (isMissing || (error instanceof DeviceError && error.status === 403)) return null;
  throw error;
}

async function nodeDevices(access: Reader): Promise<DeviceFacts[]> {
  const members = rowsOf((await access.get('/cluster/status')).data);
  const devices: DeviceFacts[] = [];
  for (const node of rowsOf((await access.get('/nodes')).data)) {
    const path = `/nodes/${encodeURIComponent(String(node['node']))}`;
    const isOn = node['status'] === 'online';
    const facts = isOn ? await optional(access, `${path}/status`) : null;
    devices.push(nodeDevice(node, members, facts === null ? null : recordOf(facts)));
  }
  return devices;
}

/** Asked only of guests that run and have an agent; one that does not answer has no address here. */
async function addressesOf(access: Reader, guest: VendorValue, config: VendorValue | null): Promise<unknown> {
  const { vmid, node, type, status } = guest;
  if (status !== 'running') return null;
  const place = `/nodes/${encodeURIComponent(String(node))}/${String(type)}/${String(vmid)}`;
  if (type === 'lxc') return optional(access, `${place}/interfaces`);
  const isAgentOn = /^(1|enabled=1)/.test(textOrNull(config?.['agent']) ?? String(config?.['agent'] ?? ''));
  return isAgentOn ? optional(access, `${place}/agent/network-get-interfaces`) : null;
}

async function optional(access: Reader, path: string): Promise<unknown> {
  try {
    return (await access.get(path)).data;
  } catch (error) {
    if (error instanceof DeviceError && (error.status ?? 0) > 401) return null;
    throw error;
  }
}

/** For single lists. */
export const listKind = async (access: Reader, kind: ObjectKind): Promise<readonly VendorValue[]> =>
  kind.names.length > 0 ? listObjects(access, kind) : [(await readObject(access, kind, null)) ?? {}];
