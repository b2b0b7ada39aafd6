import type { VendorValue } from '@patchbay/module-gateway/contract';
import { type Done, type Inverse, isInvertible, type StagedFeature } from '../../contract.ts';
import { cannotUnset, noInverse, nothingToUndo, secretsNotKept } from '../../errors.ts';
import { own, sameValue } from '../change-diff.ts';
import { holdsSecrets, isSecretName } from '../secret-fields.ts';
import { declaredIn } from '../staleness.ts';

/** What undoes an applied write. Throws the declared refusal that names what cannot be put back. */
export function inverseOf(feature: StagedFeature, done: Done): Inverse {
  const inverse = feature.inverse ? feature.inverse(done) : usualInverse(feature, done);
  if (inverse === null) throw noInverse();
  const caution = inverse.caution ?? feature.undoCaution?.(done.operation);
  return caution === undefined ? inverse : { ...inverse, caution };
}

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

/** The keys that were sent, as they stood before; those that made no difference are left out. */
function changedBack(feature: StagedFeature, { payload, after }: Done, before: VendorValue): VendorValue {
  const sent = Object.keys(payload);
  refuseSecrets(
    sent.filter(
      (field) => isSecretName(field, feature) || holdsSecrets({ [field]: own(before, field) }, feature),
    ),
  );
  const changed = sent.filter((field) => !sameValue(own(before, field), own(after ?? payload, field)));
  if (changed.length === 0) throw nothingToUndo();
  const back = changed.map((field) => [field, own(before, field) ?? feature.unsetValue?.(field)] as const);
  const stuck = back.filter(([, value]) => value === undefined).map(([field]) => field);
  if (stuck.length > 0) throw cannotUnset({ message: `${cannotUnset.message} (${stuck.join(', ')})` });
  return Object.fromEntries(back);
}

/** What stood there, as far as a creation takes it. */
function madeAgain(feature: StagedFeature, before: VendorValue): VendorValue {
  const schema = feature.payload('create');
  const declared = declaredIn(schema);
  const kept = Object.entries(before).filter(
    // An empty text is what devices show for a field that is not set; many take none for one.
    ([field, value]) => (value ?? '') !== '' && (declared?.includes(field) ?? true),
  );
  const required: readonly string[] =
    'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  const hidden = kept.filter(([field, value]) => holdsSecrets({ [field]: value }, feature));
  const missing = required.filter(
    (field) => isSecretName(field, feature) && own(before, field) === undefined,
  );
  refuseSecrets([...new Set([...hidden.map(([field]) => field), ...missing])]);
  return Object.fromEntries(kept.filter(([field]) => !isSecretName(field, feature)));
}

function refuseSecrets(fields: readonly string[]): void {
  if (fields.length > 0)
    throw secretsNotKept({ message: `${secretsNotKept.message} (${fields.join(', ')})` });
}
