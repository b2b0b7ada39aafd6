import { isRedacted } from '@patchbay/kernel/telemetry';

/** Of a secret that an update keeps, in diffs (RULES R17). */
export const UNCHANGED = 'secret: unchanged';
/** Of a sent secret, in diffs: whether the device holds the same one already is not shown. */
export const WILL_CHANGE = 'secret: will change';

/** Keeps the secret where it stands: marker of live objects and payloads, and its word in diffs. */
export const keepsSecret = (value: unknown): boolean => isRedacted(value) || value === UNCHANGED;

/** Shown by us in the place of a secret, and so never a value. */
export const isShownForSecret = (value: unknown): boolean => keepsSecret(value) || value === WILL_CHANGE;
