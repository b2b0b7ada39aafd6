import { type Public, Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { SINGLETON_ID } from './live-reader.ts';

/** Keeps values that were read back, so that the next diff starts from them. */
export class VerifiedValues extends Service<{
  controllers: Pick<Controllers, 'remember'>;
  features: Public<FeatureIndex>;
  logger: Logger;
}> {
  /** Never throws: if it cannot be kept, the next sync mends it. */
  async remember(
    change: Pick<ChangeRow, 'id' | 'organization_id' | 'controller_id'>,
    feature: StagedFeature,
    target_id: string | null,
    value: VendorValue | null,
  ): Promise<void> {
    const object_id = feature.singleton ? SINGLETON_ID : target_id;
    if (object_id === null || feature.read === undefined) return;
    const system = systemPrincipal(change.organization_id);
    const name = this.parts.features.objectsOf(feature);
    try {
      await this.parts.controllers.remember(system, change.controller_id, name, object_id, value);
    } catch (error) {
      this.parts.logger.warn('a verified value could not be kept', { change_id: change.id, error });
    }
  }
}
