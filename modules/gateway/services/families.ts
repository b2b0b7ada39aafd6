import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Controllers, ControllerView } from '@patchbay/module-inventory/contract';
import type { Vendor } from '@patchbay/vendor-kit';

/** Path before the feature: `gateway-{family}/{controller_id}[/sites/{site_id}]`. */
export interface FeaturePathParameters {
  /** `gateway-<area>` or `gateway-<vendor>-<area>`. */
  readonly family: string;
  readonly controller_id: string;
  readonly site_id?: string;
}

/** A controller reached through a family that serves it. */
export interface FeaturePath {
  readonly controller: ControllerView;
  readonly vendor: Vendor;
  readonly area: string;
}

interface Family {
  readonly area: string;
  readonly isSiteScoped: boolean;
  readonly vendors: readonly Vendor[];
}

/** Route families as the vendors of enabled modules declare them (SPEC 4.4, DECISIONS 38). */
export class Families extends Service<{
  contributed: Contributions<Vendor>;
  controllers: Pick<Controllers, 'get'>;
}> {
  #version = Number.NaN;
  #byName: ReadonlyMap<string, Family> = new Map();

  get vendors(): readonly Vendor[] {
    return this.parts.contributed.values;
  }

  /**
   * The controller behind a path. Not found: an unknown family, a controller that cannot be seen or that another
   * vendor made, a site that is not the controller's, and the path form of the other kind of family.
   */
  async place(
    principal: Principal,
    { family: name, controller_id, site_id }: FeaturePathParameters,
  ): Promise<FeaturePath> {
    const family = this.#current().get(name);
    if (!family || family.isSiteScoped !== (site_id !== undefined)) throw notFound();
    const controller = await this.parts.controllers.get(principal, controller_id);
    const vendor = family.vendors.find(({ id }) => id === controller.vendor);
    if (!vendor || (site_id !== undefined && site_id !== controller.site_id)) throw notFound();
    return { controller, vendor, area: family.area };
  }

  #current(): ReadonlyMap<string, Family> {
    if (this.#version !== this.parts.contributed.version) {
      this.#version = this.parts.contributed.version;
      this.#byName = familiesOf(this.parts.contributed.values);
    }
    return this.#byName;
  }
}

function familiesOf(vendors: readonly Vendor[]): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  for (const vendor of vendors) {
    const isSiteScoped = vendor.routing.kind === 'site_scoped';
    for (const { name, area } of namesOf(vendor)) {
      const others = families.get(name)?.vendors ?? [];
      families.set(name, { area, isSiteScoped, vendors: [...others, vendor] });
    }
  }
  return families;
}

/** `<area>`, or `<family>-<area>` of each of its families. */
function namesOf({ routing, areas }: Vendor): readonly { readonly name: string; readonly area: string }[] {
  const prefixes = routing.kind === 'site_scoped' ? [''] : routing.families.map((family) => `${family}-`);
  return prefixes.flatMap((prefix) => areas.map((area) => ({ name: `${prefix}${area}`, area })));
}

/** Families of the vendor in the path form of its kind; none in the other. */
export const familyNames =
  (kind: Vendor['routing']['kind']) =>
  (vendor: Vendor): readonly string[] =>
    vendor.routing.kind === kind ? namesOf(vendor).map(({ name }) => name) : [];
