import type { FieldPath } from '@patchbay/kernel/telemetry';
import type { ChangeOperation, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import { placed } from '../secrets/kept-secrets.ts';
import { UNCHANGED, WILL_CHANGE } from '../secrets/secret-words.ts';
import { holdsSecrets, isSecretName, withoutSecrets } from '../staging/secret-fields.ts';
import { canonicalJson } from './canonical-json.ts';

/** Base of a diff: the last sync, the device itself, or nothing known (DECISIONS 18). */
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

/** The sent value, with words in the place of secrets: whether each is kept or sent. */
const shownAfter = (payload: VendorValue, kept: readonly FieldPath[], feature: Telling): VendorValue =>
  placed(withoutSecrets(payload, feature, WILL_CHANGE), kept, UNCHANGED);

/** A field of the value itself, never of its prototype. */
export const own = (value: VendorValue | null, field: string): unknown =>
  value !== null && Object.hasOwn(value, field) ? value[field] : undefined;

/**
 * Field by field, the alterations of the push; deletions are named field by field as well. Secrets are always
 * named, as kept or as sent, at any depth, so that a diff does not confirm a guess. `kept` are the places in the
 * payload whose secret stays.
 */
export function diffOf(
  operation: ChangeOperation,
  payload: VendorValue,
  base: VendorValue | null,
  feature: Telling,
  kept: readonly FieldPath[] = [],
): readonly DiffEntry[] {
  const fields = Object.keys(operation === 'delete' ? (base ?? {}) : payload);
  const from = operation === 'create' || base === null ? null : withoutSecrets(base, feature);
  const to = operation === 'delete' ? null : shownAfter(payload, kept, feature);
  const hidden = (field: string) =>
    isSecretName(field, feature) || holdsSecrets({ [field]: own(payload, field) }, feature);
  return fields
    .filter((field) => hidden(field) || !sameValue(own(from, field), own(to, field)))
    .map((field) => ({ field, before: own(from, field) ?? null, after: own(to, field) ?? null }));
}
