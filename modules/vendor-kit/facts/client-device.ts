import type { DeviceFacts } from '../controller.ts';

/** A client that a controller saw on its networks, known by its hardware address alone. */
export const clientDevice = (
  mac: string,
  name: string | null,
  ip: string | null,
  isOnline: boolean,
): DeviceFacts => ({
  external_id: mac,
  name: name ?? ip ?? mac,
  kind: 'client',
  status: isOnline ? 'online' : 'offline',
  ip,
  mac,
  model: null,
  firmware: null,
  serial: null,
});
