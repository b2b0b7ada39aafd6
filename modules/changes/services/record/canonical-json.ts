import { createHmac } from 'node:crypto';
import { validationFailed } from '@patchbay/kernel/errors';
import { canonicalJson as canonical } from '@patchbay/kernel/schema';
import type { ChangeOperation, VendorValue } from '@patchbay/vendor-kit';

/** Purpose of the key of change hashes. */
export const CHANGE_HASH = 'change-hash';
/** As deep as any request body may be (DECISIONS 3). */
const MAX_DEPTH = 64;

const tooDeep = () =>
  validationFailed({
    details: [{ field: 'payload', message: `nested deeper than ${MAX_DEPTH} levels`, type: 'too_deep' }],
  });

/** The kernel's canonical JSON, of values no deeper than a body may be. */
export const canonicalJson = (value: unknown): string =>
  canonical(value, { most: MAX_DEPTH, tooDeep, byCodeUnit: true });

/**
 * Hash of the reviewed content: the same for the same push, whatever the order of its keys (RULES R9). Many may
 * read it, so it is keyed and differs between changes: a secret in the payload cannot be guessed from it.
 */
export function changeHash(
  key: Buffer,
  change: {
    readonly id: string;
    readonly controller_id: string;
    readonly feature: string;
    readonly operation: ChangeOperation;
    readonly target_id: string | null;
    readonly payload: VendorValue;
  },
): string {
  const { id, controller_id, feature, operation, target_id, payload } = change;
  return createHmac('sha256', key)
    .update(canonicalJson({ id, controller_id, feature, operation, target_id, payload }))
    .digest('hex');
}
