import { hash } from 'node:crypto';
import type { Snapshot } from '@patchbay/vendor-kit';

/** Short enough to keep per row, long enough that two values of one object never share it. */
export const valueHash = (json: string): string => hash('sha256', json, 'base64url').slice(0, 24);

/** Raised when rows are kept in another shape, so that every controller is compared row by row once. */
const FORMAT = 1;

/** One digest of everything a sync keeps: equal digests spare the comparison row by row. */
export const snapshotDigest = ({ devices, objects }: Snapshot): string =>
  hash('sha256', JSON.stringify([FORMAT, devices, objects]), 'base64url');
