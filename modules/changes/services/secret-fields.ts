import { foldFieldName, isSecretField, scrub } from '@patchbay/kernel/telemetry';
import type { VendorValue } from '@patchbay/module-gateway/contract';

export const HIDDEN = '[redacted]';

/** Vendors' names for what opens something (`wpa2-pre-shared-key`, `ipsec-secret`). */
const vendorSecret = /(password|passphrase|secret|psk|presharedkey|sharedkey|privatekey|authkey)$/;

/** True for fields whose value nobody gets to see again. */
export const isSecretName = (name: string): boolean =>
  isSecretField(name) || vendorSecret.test(foldFieldName(name.slice(0, 256)));

/** The value as everybody may see it. */
export const withoutSecrets = (value: VendorValue): VendorValue =>
  scrub(value, {
    isSecret: isSecretName,
    replacement: HIDDEN,
    maxDepth: 80,
    maxNodes: 100_000,
  }) as VendorValue;

/** True when `withoutSecrets` would hide something. */
export function holdsSecrets(value: VendorValue): boolean {
  const waiting: object[] = [value];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const [key, field] of Object.entries(each)) {
      if (!Array.isArray(each) && isSecretName(key)) return true;
      if (typeof field === 'object' && field !== null) waiting.push(field);
    }
  }
  return false;
}
