import { type Public, Service } from '@patchbay/kernel/di';
import { PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { Inverse, StagedFeature } from '@patchbay/vendor-kit';
import type { Changes, ChangeView } from '../../contract.ts';
import { featureUnavailable, noInverse, notApplied, secretsNotKept } from '../../errors/index.ts';
import type { ChangeStore } from '../record/change-store.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { isSecretName } from '../staging/secret-fields.ts';
import { authorizeWrite } from '../weighing/write-needs.ts';
import { doneBy } from './done-by.ts';
import { inverseOf } from './inverse-of.ts';

const MAX_ORIGINAL_NOTES = 2_000;

/** Turns applied changes into staged inverses, from what stood on the device right before the push. */
export class Undoing extends Service<{
  store: Public<ChangeStore>;
  features: Public<FeatureIndex>;
  permissions: PermissionMap;
  staging: Pick<Changes, 'stage'>;
}> {
  /** Throws what staging throws, and `changes.not_applied`, `changes.no_inverse` and its kin. */
  async undo(principal: Principal, id: string): Promise<ChangeView> {
    const { change, attempts } = await this.parts.store.history(principal, id);
    const feature = this.parts.features.find(change.feature);
    authorizeWrite(this.parts.permissions, principal, this.parts.features.needsOn(change));
    if (change.status !== 'applied') throw notApplied();
    if (feature === undefined) throw featureUnavailable();
    const attempt = attempts.find(({ outcome }) => outcome === 'succeeded');
    if (attempt === undefined) throw noInverse();
    const inverse = inverseOf(feature, doneBy(feature, change, attempt));
    const staging = this.parts.staging.stage(principal, {
      controller_id: change.controller_id,
      feature: change.feature,
      operation: inverse.operation,
      target_id: inverse.target_id ?? undefined,
      payload: inverse.payload,
      notes: notesOf(change, inverse),
      reverts: change.id,
    });
    return staging.catch((error: unknown) => {
      throw refusalOf(error, feature);
    });
  }
}

/** Some features ask for a secret under conditions; an inverse that lacks nothing else cannot be staged for that. */
function refusalOf(error: unknown, feature: StagedFeature): unknown {
  if (!(error instanceof PatchbayError && error.id === validationFailed.id)) return error;
  const fields = (error.details ?? []).map(({ field = '' }) => field.replace(/^payload\./, ''));
  if (fields.length === 0 || !fields.every((field) => isSecretName(field.split('.').at(-1) ?? '', feature)))
    return error;
  return secretsNotKept({ message: `${secretsNotKept.message} (${fields.join(', ')})`, cause: error });
}

function notesOf({ id, operation, feature, notes }: ChangeRow, { caution }: Inverse): string {
  const lines = [`Undoes change ${id} (${operation} ${feature}).`];
  if (caution !== undefined) lines.push(caution);
  if (notes !== null) lines.push(`Its notes: ${notes.slice(0, MAX_ORIGINAL_NOTES)}`);
  return lines.join('\n');
}
