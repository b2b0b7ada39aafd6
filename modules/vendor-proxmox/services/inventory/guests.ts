import { AdapterError, notSent, type VendorValue } from '@patchbay/vendor-kit';
import { rowsOf } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import { type PathValues, placeholdersOf } from '../exchange/path-parameters.ts';

export type GuestKind = 'qemu' | 'lxc';

/** Every guest of the cluster, wherever it runs: `vmid`, `node`, `type`, `status`, `name`, `template`. */
export const allGuests = async (access: Pick<HostAccess, 'get'>): Promise<readonly VendorValue[]> =>
  rowsOf((await access.get('/cluster/resources', { type: 'vm' })).data);

/** A look that failed leaves no doubt about the write that did not follow it. */
export async function beforeWriting<T>(look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.outcome === 'not_sent') throw error;
    throw new AdapterError(error.type, 'not_sent', error.message, error, error.retry_after_seconds);
  }
}

/** The values of a path, with the node a guest runs on looked up where it is not given. */
export async function completed(
  access: Pick<HostAccess, 'get'>,
  path: string,
  values: PathValues,
): Promise<PathValues> {
  const names = placeholdersOf(path);
  if (!names.includes('vmid') || values['node'] !== undefined) return values;
  const kind = path.includes('/lxc/') ? 'lxc' : 'qemu';
  const guests = await beforeWriting(allGuests(access));
  const guest = guests.find(({ vmid, type }) => String(vmid) === values['vmid'] && type === kind);
  if (guest === undefined) {
    const word = kind === 'lxc' ? 'container' : 'virtual machine';
    throw notSent(`The cluster has no ${word} ${values['vmid'] ?? ''}.`, 'adapter_not_found');
  }
  return { ...values, node: String(guest['node']) };
}
