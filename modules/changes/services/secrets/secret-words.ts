import { isRedacted } from '@patchbay/kernel/telemetry';

/** Of a secret that an update keeps, in diffs (RULES R17). */
export const UNCHANGED = 'secret: unchanged';
/** Of a secret that is sent, in diffs: whether the device holds the same one already is told to nobody. */
export const WILL_CHANGE = 'secret: will change';

/** Keeps the secret where it stands: what live objects and payloads show in its place, and what diffs call it. */
export const keepsSecret = (value: unknown): boolean => isRedacted(value) || value === UNCHANGED;

/** Shown by us in the place of a secret, and so never a value. */
export const isShownForSecret = (value: unknown): boolean => keepsSecret(value) || value === WILL_CHANGE;
