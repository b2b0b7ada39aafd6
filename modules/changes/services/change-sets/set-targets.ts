import type { UnitOfWork } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';

/** Holds the changes of a set against the controllers that they are for (DECISIONS 43). */
export class SetTargets extends Service<{ features: Pick<Public<FeatureIndex>, 'find'> }> {
  /** Throws `kernel.validation_failed` naming every change, in this order, that no controller could take. */
  async assertThere(work: UnitOfWork, changes: readonly ChangeRow[]): Promise<void> {
    const ids = changes.map(({ controller_id }) => controller_id);
    const rows = await work.sql
      .selectFrom('controllers')
      .select(['id', 'vendor'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    const vendors = new Map(rows.map(({ id, vendor }) => [id, vendor]));
    const details = changes.flatMap((change, index): ErrorDetail[] => {
      const fault = this.#faultOf(change, vendors.get(change.controller_id));
      return fault === null ? [] : [{ field: `changes.${index}`, ...fault }];
    });
    if (details.length > 0) throw validationFailed({ details });
  }

  #faultOf({ feature: key }: ChangeRow, vendor: string | undefined): Omit<ErrorDetail, 'field'> | null {
    const feature = this.parts.features.find(key);
    if (feature === undefined) return { type: 'unknown_feature', message: `${key} is switched off` };
    if (vendor === undefined)
      return { type: 'unknown_controller', message: 'the organization has no such controller any more' };
    if (feature.vendor === null || feature.vendor === vendor) return null;
    return { type: 'vendor', message: `a controller of ${vendor} does not have ${key}` };
  }
}
