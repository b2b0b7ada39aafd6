import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { PatchbayError } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { ownedByOrchestration, type PlacedWrite, type WriteGuard } from '@patchbay/module-changes/contract';
import { featureName, type Vendor } from '@patchbay/vendor-kit';
import { brainOf } from './site-brains.ts';

/** Keeps the brain of a site read-only in all that orchestration owns there (SPEC 1, DECISIONS 41). */
export class BrainGuard extends Service<{ vendors: Contributions<Vendor> }> implements WriteGuard {
  concerns(write: PlacedWrite): boolean {
    return this.#ownedBy(write) !== undefined;
  }

  async refusal(unit: Unit, write: PlacedWrite): Promise<PatchbayError | undefined> {
    const owned = this.#ownedBy(write);
    if (owned === undefined) return undefined;
    const { controller_id, site_id } = write;
    const brain = await brainOf(unit, site_id);
    if (brain.controller_id !== controller_id) return undefined;
    return ownedByOrchestration({
      message: `${owned} on ${brain.name ?? 'this controller'}: ${ownedByOrchestration.message}`,
    });
  }

  /** The first feature that orchestration owns where such a controller is a brain. */
  #ownedBy({ vendor: id, features }: PlacedWrite): string | undefined {
    const vendor = this.parts.vendors.values.find((each) => each.id === id);
    return vendor && features.find((key) => vendor.brain?.owns.includes(featureName(vendor, key)));
  }
}
