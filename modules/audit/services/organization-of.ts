import type { Tenants } from '@patchbay/module-identity/contract';
import { CommandError } from '@patchbay/operator';

const PAGE = 200;

/** Id of the organization with this slug. Throws a `CommandError` when there is none. */
export async function organizationOf(tenants: Tenants, slug: string): Promise<string> {
  for (let page = 1; ; page += 1) {
    const { items } = await tenants.listAll({ page, per_page: PAGE, search: slug });
    const found = items.find((each) => each.slug === slug);
    if (found) return found.id;
    if (items.length < PAGE) throw new CommandError(`There is no organization "${slug}".`);
  }
}
