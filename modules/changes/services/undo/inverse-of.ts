import { dotted } from '@patchbay/kernel/telemetry';
import {
  type Done,
  type Inverse,
  isInvertible,
  type StagedFeature,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { cannotUnset, noInverse, nothingToUndo, secretsNotKept } from '../../errors/index.ts';
import { declaredIn } from '../live/staleness.ts';
import { own, sameValue } from '../record/change-diff.ts';
import { valueAt } from '../secrets/kept-secrets.ts';
import { isSecretName, secretsIn } from '../staging/secret-fields.ts';

/**
 * The write that undoes an applied one. Throws the declared refusal that names irreversible parts. Sent secrets
 * stay as they are, and the caution names them; with `isWhole` they are a refusal, since no reviewer reads it.
 */
export function inverseOf(feature: StagedFeature, told: Done, { isWhole = false } = {}): Inverse {
  const { operation, secrets_sent = secretsIn(told.payload, feature).map(dotted) } = told;
  const done = { ...told, secrets_sent };
  const isLosing = operation === 'update' && secrets_sent.length > 0;
  if (isWhole && isLosing) refuseSecrets(secrets_sent);
  const inverse = feature.inverse ? feature.inverse(done) : usualInverse(feature, done);
  if (inverse === null && isLosing && feature.read !== undefined) refuseSecrets(secrets_sent);
  if (inverse === null) throw noInverse();
  const cautions = [
    inverse.caution ?? feature.undoCaution?.(operation),
    isLosing ? staying(secrets_sent) : undefined,
  ].filter((each) => each !== undefined);
  return cautions.length === 0 ? inverse : { ...inverse, caution: cautions.join(' ') };
}

const staying = (secrets: readonly string[]): string =>
  `Secrets are not kept and stay as the change set them: ${secrets.join(', ')}.`;

function usualInverse(feature: StagedFeature, done: Done): Inverse | null {
  const { operation, target_id, before } = done;
  if (!isInvertible(feature, operation)) return null;
  if (operation === 'create')
    return target_id === null ? null : { operation: 'delete', target_id, payload: {} };
  if (before === null) return null;
  return operation === 'update'
    ? { operation, target_id, payload: changedBack(feature, done, before) }
    : { operation: 'create', target_id: null, payload: madeAgain(feature, before) };
}

/** The keys that were sent, as they stood before; those that made no difference are left out, and so are secrets. */
function changedBack(
  feature: StagedFeature,
  { payload, after, secrets_sent = [] }: Done,
  before: VendorValue,
): VendorValue {
  const sent = Object.keys(payload).filter((field) => !isSecretName(field, feature));
  const changed = sent.filter((field) => !sameValue(own(before, field), own(after ?? payload, field)));
  if (changed.length === 0) refuseSecrets(secrets_sent);
  if (changed.length === 0) throw nothingToUndo();
  refuseSecrets(changed.flatMap((field) => lostIn(feature, field, before, after ?? payload)));
  const back = changed.map((field) => [field, own(before, field) ?? feature.unsetValue?.(field)] as const);
  const stuck = back.filter(([, value]) => value === undefined).map(([field]) => field);
  if (stuck.length > 0) throw cannotUnset({ message: `${cannotUnset.message} (${stuck.join(', ')})` });
  return Object.fromEntries(back);
}

/** Secrets inside a field that were there before and are gone: no live object is left to take them from. */
function lostIn(
  feature: StagedFeature,
  field: string,
  before: VendorValue,
  after: VendorValue,
): readonly string[] {
  const held = secretsIn({ [field]: own(before, field) }, feature);
  if (held.length === 0 || feature.keepsInside) return [];
  if (feature.readSecrets === undefined) return held.map(dotted);
  return held.filter((path) => valueAt(after, path) === undefined).map(dotted);
}

/** The former object, as far as a creation takes it. */
function madeAgain(feature: StagedFeature, before: VendorValue): VendorValue {
  const schema = feature.payload('create');
  const declared = declaredIn(schema);
  const kept = Object.entries(before).filter(
    // An empty text is what devices show for a field that is not set; many take none for one.
    ([field, value]) => (value ?? '') !== '' && (declared?.includes(field) ?? true),
  );
  const required: readonly string[] =
    'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  const hidden = secretsIn(Object.fromEntries(kept), feature).map(dotted);
  const missing = required.filter(
    (field) => isSecretName(field, feature) && own(before, field) === undefined,
  );
  refuseSecrets([...new Set([...hidden, ...missing])]);
  return Object.fromEntries(kept.filter(([field]) => !isSecretName(field, feature)));
}

function refuseSecrets(fields: readonly string[]): void {
  if (fields.length > 0)
    throw secretsNotKept({ message: `${secretsNotKept.message} (${fields.join(', ')})` });
}
