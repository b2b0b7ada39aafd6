import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Access } from '@patchbay/kernel/permissions';
import { featureName, type Vendor, type VendorValue } from '@patchbay/module-gateway/contract';
import { type ChangeOperation, isInvertible, type StagedFeature } from '../contract.ts';

type KnownVendor = Pick<Vendor, 'id' | 'feature_prefix' | 'confirm' | 'touchesPath'>;

/** Features of enabled modules by their exact key; never by prefix (DECISIONS 21). */
export class FeatureIndex {
  readonly #contributed: Contributions<StagedFeature>;
  readonly #vendors: Contributions<KnownVendor>;
  #version = Number.NaN;
  #byKey: ReadonlyMap<string, StagedFeature> = new Map();

  constructor(contributed: Contributions<StagedFeature>, vendors: Contributions<KnownVendor>) {
    this.#contributed = contributed;
    this.#vendors = vendors;
  }

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

  /** How an unconfirmed write is taken back: the device's own way where there is one, else the inverse. */
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

  #vendorOf({ vendor }: StagedFeature): KnownVendor | undefined {
    return this.#vendors.values.find(({ id }) => id === vendor);
  }

  #current(): ReadonlyMap<string, StagedFeature> {
    if (this.#version !== this.#contributed.version) {
      this.#version = this.#contributed.version;
      this.#byKey = new Map(this.#contributed.values.map((feature) => [feature.key, feature]));
    }
    return this.#byKey;
  }
}

/** What staging and applying ask for: the feature's permission, and for catastrophic ones a role floor (SPEC 4.4). */
export const accessTo = (feature: Pick<StagedFeature, 'permission' | 'risk'>): Access =>
  feature.risk === 'catastrophic'
    ? { permission: feature.permission, role: 'site_admin' }
    : { permission: feature.permission };
