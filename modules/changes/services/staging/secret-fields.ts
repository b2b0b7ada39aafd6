import {
  type FieldPath,
  foldFieldName,
  isSecretField,
  REDACTED,
  redactedIn,
  scrub,
} from '@patchbay/kernel/telemetry';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';

/** Vendors' names for what opens something (`wpa2-pre-shared-key`, `ipsec-secret`, an SNMP `community`). */
const vendorSecret =
  /(^key|passw(or)?d|pwd|passphrase|secret|psk|(preshared|shared|private|priv|auth|backhaul|wpa)key|wepkey\d?|apikeys?|otpseed|pincode|wpspin|appin|community)$/;
/** Marks secrets of one maker (`x_mgmt_key`). */
const markedSecret = /^x_/;

/** A feature's word on its own fields. */
type Telling = Pick<StagedFeature, 'isSecret' | 'isPublic'>;

/** True for fields whose value is never shown again, by their name or by their feature. */
export const isSecretName = (name: string, feature: Telling): boolean =>
  feature.isPublic?.(name) !== true &&
  (isSecretField(name) ||
    markedSecret.test(name) ||
    vendorSecret.test(foldFieldName(name.slice(0, 256))) ||
    feature.isSecret?.(name) === true);

const BOUNDS = { maxDepth: 80, maxNodes: 100_000 };

/** The value as everybody may see it; `replacement` stands for each secret. */
export const withoutSecrets = (
  value: VendorValue,
  feature: Telling,
  replacement: string = REDACTED,
): VendorValue =>
  scrub(value, { isSecret: (name) => isSecretName(name, feature), replacement, ...BOUNDS }) as VendorValue;

/** The value without its secrets and their names. */
export const omittingSecrets = (value: unknown, feature: Telling): unknown =>
  scrub(value, { isSecret: (name) => isSecretName(name, feature), ...BOUNDS });

/** True when `withoutSecrets` would hide something. */
export function holdsSecrets(value: VendorValue, feature: Telling): boolean {
  const waiting: object[] = [value];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const [key, field] of Object.entries(each)) {
      if (!Array.isArray(each) && isSecretName(key, feature)) return true;
      if (typeof field === 'object' && field !== null) waiting.push(field);
    }
  }
  return false;
}

/** Paths of values that `withoutSecrets` hides. */
export const secretsIn = (value: VendorValue, feature: Telling): readonly FieldPath[] =>
  redactedIn(withoutSecrets(value, feature));
