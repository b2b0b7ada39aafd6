import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { adapterFailure, featureName, type VendorValue } from '../contract.ts';
import type { Families, PlacePath } from './families.ts';

/** What stands on a controller right now, as its vendor spells it. */
export class LiveObjects {
  readonly #families: Families;
  readonly #controllers: Pick<Controllers, 'open'>;

  constructor(families: Families, controllers: Pick<Controllers, 'open'>) {
    this.#families = families;
    this.#controllers = controllers;
  }

  async list(
    principal: Principal,
    path: PlacePath & { readonly feature: string },
    query: PageQuery,
  ): Promise<Page<VendorValue>> {
    const { vendor, area } = await this.#families.place(principal, path);
    const feature = featureName(vendor, path.feature);
    if (!feature.startsWith(`${area}.`)) throw notFound();
    const values = await this.#read(principal, path.controller_id, feature);
    if (values === null) throw notFound();
    const found = query.search ? values.filter(contains(query.search)) : values;
    const from = (query.page - 1) * query.per_page;
    return pageOf(found.slice(from, from + query.per_page), found.length, query);
  }

  async #read(
    principal: Principal,
    controller_id: string,
    feature: string,
  ): Promise<readonly VendorValue[] | null> {
    try {
      const { session } = await this.#controllers.open(principal, controller_id);
      return await session.list(feature);
    } catch (error) {
      throw adapterFailure(error);
    }
  }
}

const contains = (search: string): ((value: VendorValue) => boolean) => {
  const wanted = search.toLowerCase();
  return (value) =>
    Object.values(value).some(
      (field) => typeof field !== 'object' && String(field).toLowerCase().includes(wanted),
    );
};
