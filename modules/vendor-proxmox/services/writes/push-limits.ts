import type { HostFeature } from './features.ts';

const SECOND = 1_000;
const minute = 60 * SECOND;
/** Moves of disks may take as long as the platform lets a push last. */
const longMs = 60 * minute;
const shortMs = 5 * minute;

const long = new Set([
  'vm.create',
  'vm.destroy',
  'vm.clone',
  'vm.migrate',
  'vm.move_disk',
  'vm.resize_disk',
  'vm.template',
  'container.create',
  'container.destroy',
  'container.clone',
  'container.migrate',
  'container.snapshot',
  'snapshot.create',
  'snapshot.delete',
  'snapshot.rollback',
  'storage.volume',
  'storage.download_url',
  'storage.prune',
  'storage.disk_wipe',
  'storage.zfs_pool',
  'backup.run',
  'backup.restore',
  'cluster.bulk_start',
  'cluster.join',
  'node.apt_update',
  'node.stopall',
]);

/** Time for which a push of the feature is followed; undefined for work that the host does before it answers. */
export function pushLimitMs({ name, calls, commit }: HostFeature): number | undefined {
  if (long.has(name)) return longMs;
  const isTask = commit !== null || Object.values(calls).some(({ task }) => task);
  return isTask ? shortMs : undefined;
}
