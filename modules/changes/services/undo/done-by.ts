import { dotted } from '@patchbay/kernel/telemetry';
import type { Done, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { AttemptRow, ChangeRow } from '../change-view.ts';
import { isSecretName, secretsIn } from '../secret-fields.ts';

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
  return { operation, target_id, payload: withoutKept(feature, payload, kept), before, after, secrets_sent };
}

const withoutKept = (feature: StagedFeature, payload: VendorValue, kept: ReadonlySet<string>): VendorValue =>
  Object.fromEntries(
    Object.entries(payload).filter(([field]) => !(kept.has(field) && isSecretName(field, feature))),
  );
