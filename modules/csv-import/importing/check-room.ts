import type { ImportFaults } from './import-faults.ts';

/** Tells, at the first one too many, when fewer may come than a file creates; null is room for any number. */
export function checkRoom(
  creations: readonly { readonly row: number }[],
  room: number | null,
  noun: string,
  faults: ImportFaults,
): void {
  const first = room === null ? undefined : creations[room];
  if (first === undefined) return;
  faults.add(
    first.row,
    null,
    `the quota of the organization leaves room for ${room} more ${noun}`,
    'quota_exceeded',
  );
}
