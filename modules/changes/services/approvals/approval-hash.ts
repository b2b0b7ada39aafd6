import { createHash } from 'node:crypto';
import type { VendorValue, WriteNeeds } from '@patchbay/vendor-kit';
import { canonicalJson } from '../record/canonical-json.ts';

/**
 * Hash that an approval is bound to: the push as it was reviewed (payload, operation, target, all in its own
 * hash), the live value it was reviewed against, and its known risk and permissions.
 */
export const approvalHash = (
  payload_hash: string,
  reviewed: VendorValue | null,
  { risk, permissions }: WriteNeeds,
): string =>
  createHash('sha256')
    .update(`${payload_hash}\n${canonicalJson(reviewed)}\n${canonicalJson({ risk, permissions })}`)
    .digest('hex');
