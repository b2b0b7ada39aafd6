import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import {
  type ChangeOperation,
  featureName,
  isInvertible,
  type Rehearsal,
  type ReviewedWrite,
  type StagedFeature,
  type Vendor,
  type VendorValue,
  type WriteNeeds,
} from '@patchbay/vendor-kit';
import type { ChangeRow } from '../record/change-view.ts';
import { both, needsOf } from '../weighing/write-needs.ts';

export type StoredWrite = Pick<
  ChangeRow,
  'feature' | 'operation' | 'target_id' | 'payload' | 'permission' | 'risk'
>;
type KnownVendor = Pick<Vendor, 'id' | 'feature_prefix' | 'confirm' | 'touchesPath' | 'rehearsal'>;

/** Features of enabled modules by their exact key; never by prefix (DECISIONS 21). */
export class FeatureIndex extends Service<{
  contributed: Contributions<StagedFeature>;
  vendors: Contributions<KnownVendor>;
}> {
  #version = Number.NaN;
  #byKey: ReadonlyMap<string, StagedFeature> = new Map();

  all(): readonly StagedFeature[] {
    return [...this.#current().values()];
  }

  find(key: string): StagedFeature | undefined {
    return this.#current().get(key);
  }

  get(key: string): StagedFeature {
    const feature = this.find(key);
    if (feature === undefined) throw notFound();
    return feature;
  }

  /** The name under which the inventory keeps a feature's objects: `routeros.firewall.filter` is `firewall.filter`. */
  objectsOf(feature: StagedFeature): string {
    const vendor = this.#vendorOf(feature);
    return vendor === undefined ? feature.key : featureName(vendor, feature.key);
  }

  /** Mechanism that rolls an unconfirmed write back: the device's own where there is one, else the inverse. */
  confirmOf(feature: StagedFeature, operation: ChangeOperation): 'device' | 'inverse' | null {
    if (this.#vendorOf(feature)?.confirm?.covers(this.objectsOf(feature))) return 'device';
    return isInvertible(feature, operation) ? 'inverse' : null;
  }

  /** Whether such a write may touch the path by which their controller is reached. */
  touchesPath(
    feature: StagedFeature,
    { operation, payload }: { readonly operation: ChangeOperation; readonly payload: VendorValue },
  ): boolean {
    const write = { operation, payload };
    return this.#vendorOf(feature)?.touchesPath?.(this.objectsOf(feature), write) ?? false;
  }

  /** Undefined where a push of it cannot be rehearsed; never for features without vendor, which act by other means. */
  rehearsalOf(feature: StagedFeature): Rehearsal | undefined {
    return this.#vendorOf(feature)?.rehearsal;
  }

  needsOf(feature: StagedFeature, write: ReviewedWrite): WriteNeeds {
    return needsOf(feature, write, (key) => this.find(key));
  }

  /** Keys of the features that such a write writes: its own, and those it carries as far as known. */
  writtenBy(feature: StagedFeature, write: ReviewedWrite): readonly string[] {
    return [feature.key, ...(feature.carries?.(write) ?? [])];
  }

  /** Worked out again from what is stored, and never less than what was said of it when it was staged. */
  needsOn(change: StoredWrite): WriteNeeds {
    const said: WriteNeeds = { risk: change.risk, permissions: [change.permission], because: [] };
    const feature = this.find(change.feature);
    return feature === undefined ? said : both(this.needsOf(feature, change), said);
  }

  #vendorOf({ vendor }: StagedFeature): KnownVendor | undefined {
    return this.parts.vendors.values.find(({ id }) => id === vendor);
  }

  #current(): ReadonlyMap<string, StagedFeature> {
    if (this.#version !== this.parts.contributed.version) {
      this.#version = this.parts.contributed.version;
      this.#byKey = new Map(this.parts.contributed.values.map((feature) => [feature.key, feature]));
    }
    return this.#byKey;
  }
}
