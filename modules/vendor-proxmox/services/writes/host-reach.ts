import type { VendorValue, WholeEscalation } from '@patchbay/vendor-kit';
import { parsePropertyString } from '../schemas/property-string.ts';

const DEVICE = /^(dev|hostpci|parallel|serial|virtiofs)\d+$/;
const DISK = /^(cdrom|efidisk|ide|mp|rootfs|sata|scsi|tpmstate|unused|virtio)\d*$/;
const USB = /^usb\d+$/;
/** Properties of a disk that name what it is made of, in the place of which a path of the host may stand. */
const sources = ['file', 'volume', 'import-from'];
/** Features that leave a container confined. */
const confined = ['fuse', 'keyctl', 'nesting'];

const isHostPath = (value: string | undefined): boolean => value?.trim().startsWith('/') ?? false;

/** Property by property, since a later one of the same name would hide an earlier one. */
const isHostDisk = (value: unknown): boolean =>
  String(value)
    .split(',')
    .some((part) => {
      const properties = parsePropertyString(part.trim(), { file: { 'x-default-key': 1 } });
      return sources.some((source) => isHostPath(properties.get(source)));
    });

/** Passed on from a viewer, and so none of the host's. */
const isOfViewer = (value: unknown): boolean =>
  parsePropertyString(String(value), { host: { 'x-default-key': 1 } })
    .get('host')
    ?.toLowerCase() === 'spice';

const isOfHost = (name: string, value: unknown): boolean =>
  (DEVICE.test(name) && value !== 'socket') ||
  (DISK.test(name) && isHostDisk(value)) ||
  (USB.test(name) && !isOfViewer(value));

const reaching = (payload: VendorValue): readonly string[] =>
  Object.entries(payload).flatMap(([name, value]) => (isOfHost(name, value) ? [name] : []));

/** Mounts of the host's kernel, and devices and settings of the system that a container writes. */
const unconfining = ({ features }: VendorValue): readonly string[] =>
  [...parsePropertyString(String(features ?? ''), {}).keys()].every((name) => confined.includes(name.trim()))
    ? []
    : ['features'];

/** Parameters that open the host's devices and files to a virtual machine. */
export const machineReach: WholeEscalation = {
  fields: ['hostpci[n]', 'parallel[n]', 'serial[n]', 'usb[n]', 'virtiofs[n]'],
  because: ({ payload }) => reaching(payload),
};

/** The same for a container; one that is made, or set back, without a word about it is not confined either. */
export const containerReach: WholeEscalation = {
  fields: ['dev[n]', 'features', 'mp[n]', 'unprivileged'],
  because: ({ operation, payload }) => [
    ...reaching(payload),
    ...unconfining(payload),
    ...(operation === 'create' && payload['unprivileged'] === undefined ? ['unprivileged'] : []),
    ...(/(^|[\s,;])unprivileged($|[\s,;])/.test(String(payload['delete'] ?? '')) ? ['unprivileged'] : []),
  ],
};
