const device = /^(dev|hostpci|parallel|serial|virtiofs)\d+$/;
const disk = /^(efidisk|ide|mp|rootfs|sata|scsi|tpmstate|virtio)\d*$/;
/** A path of the host in the place of a volume, or the host's own device behind a port. */
const hostPath = /^\s*(file=|volume=)?\s*\/|,\s*(file|volume|import-from)=\s*\//;

const isOfHost = (name: string, value: unknown): boolean =>
  (device.test(name) && value !== 'socket') || (disk.test(name) && hostPath.test(String(value)));

const reaching = (payload: VendorValue): readonly string[] =>
  Object.entries(payload).flatMap(([name, value]) => (isOfHost(name, value) ? [name] : []));

/** What opens the host's devices and files to a virtual machine. */
import type { VendorValue, WholeEscalation } from '@patchbay/vendor-kit';
export const machineReach: WholeEscalation = {
  fields: ['hostpci[n]', 'parallel[n]', 'serial[n]', 'virtiofs[n]'],
  because: ({ payload }) => reaching(payload),
};

/** The same for a container; one that is made without a word about it is not confined either. */
export const containerReach: WholeEscalation = {
  fields: ['dev[n]', 'mp[n]', 'unprivileged'],
  because: ({ operation, payload }) => [
    ...reaching(payload),
    ...(operation === 'create' && payload['unprivileged'] === undefined ? ['unprivileged'] : []),
  ],
};
