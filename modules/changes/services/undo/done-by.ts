import { dotted, type FieldPath } from '@patchbay/kernel/telemetry';
import type { Done, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import { placed } from '../secrets/kept-secrets.ts';
import { secretsIn } from '../staging/secret-fields.ts';

/** An attempt on a change as its inverse is found from it: secrets that it kept were no part of what it did. */
export function doneBy(
  feature: StagedFeature,
  { operation, payload, kept_secrets }: Pick<ChangeRow, 'operation' | 'payload' | 'kept_secrets'>,
  { target_id, before, after }: Pick<AttemptRow, 'target_id' | 'before' | 'after'>,
): Done {
  const kept = new Set(kept_secrets.map(dotted));
  const secrets_sent = secretsIn(payload, feature)
    .map(dotted)
    .filter((field) => !kept.has(field));
  return {
    operation,
    target_id,
    payload: withoutKept(feature, payload, kept_secrets),
    before,
    after,
    secrets_sent,
  };
}

/**
 * Inside a field only where the device keeps what is not named there (an envelope, a group of settings). Elsewhere the
 * field is compared with what stood before as a whole, in which the same secret is shown as kept.
 */
const withoutKept = (feature: StagedFeature, payload: VendorValue, kept: readonly FieldPath[]): VendorValue =>
  placed(
    payload,
    kept.filter((path) =>
      feature.keepsInside === true ? path.every((key) => typeof key === 'string') : path.length === 1,
    ),
    undefined,
  );
