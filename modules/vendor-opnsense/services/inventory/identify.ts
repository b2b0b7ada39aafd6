import type { VendorValue } from '@patchbay/vendor-kit';

/** In the order in which they identify objects: most have a uuid, interfaces a name, leases an address. */
const names = ['uuid', 'identifier', 'id', 'hwaddr', 'address', 'device'];

/** Id of a live object as `target_id` names it; null for settings, of which there is one. */
export function identify(_feature: string, value: VendorValue): string | null {
  const found = names.map((name) => value[name]).find((id) => typeof id === 'string' && id !== '');
  return typeof found === 'string' ? found : null;
}
