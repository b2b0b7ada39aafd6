import type { VendorValue } from '@patchbay/module-gateway/contract';
import type { ChangeOperation, StagedFeature } from '../contract.ts';
import { canonicalJson } from './canonical-json.ts';
import { HIDDEN, isSecretName, withoutSecrets } from './secret-fields.ts';

/** What a diff compares with: the last sync, the device itself, or nothing known (DECISIONS 18). */
export type DiffBase = 'synced' | 'live' | 'none';

export interface DiffEntry {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Vendors print numbers and truth values as text: `10` and `"10"` are one value; absent, null and empty too. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null)
    return canonicalJson(a) === canonicalJson(b);
  return String(a ?? '') === String(b ?? '');
}

type Telling = Pick<StagedFeature, 'isSecret' | 'isPublic'>;

const shown = (feature: Telling, field: string, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  return isSecretName(field, feature) ? HIDDEN : withoutSecrets({ value }, feature)['value'];
};

/** A field of the value itself, never of its prototype. */
export const own = (value: VendorValue | null, field: string): unknown =>
  value !== null && Object.hasOwn(value, field) ? value[field] : undefined;

/**
 * Field by field, what the push would alter; deletions are named field by field as well. Secrets are always
 * named: nobody may learn from a diff that a guess was right.
 */
export function diffOf(
  operation: ChangeOperation,
  payload: VendorValue,
  base: VendorValue | null,
  feature: Telling,
): readonly DiffEntry[] {
  const fields = Object.keys(operation === 'delete' ? (base ?? {}) : payload);
  const from = operation === 'create' ? null : base;
  const to = operation === 'delete' ? null : payload;
  return fields
    .filter((field) => isSecretName(field, feature) || !sameValue(own(from, field), own(to, field)))
    .map((field) => ({
      field,
      before: shown(feature, field, own(from, field)),
      after: shown(feature, field, own(to, field)),
    }));
}
