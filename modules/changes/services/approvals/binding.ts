import { createHash } from 'node:crypto';
import type { VendorValue } from '@patchbay/module-gateway/contract';
import { canonicalJson } from '../canonical-json.ts';

/**
 * What an approval stands for: the push as it was reviewed (payload, operation, target, all in its own hash) and
 * the live value it was reviewed against.
 */
export const bindingOf = (payload_hash: string, reviewed: VendorValue | null): string =>
  createHash('sha256')
    .update(`${payload_hash}\n${canonicalJson(reviewed)}`)
    .digest('hex');
