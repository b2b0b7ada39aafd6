import {
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  TableRows,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { assertSite } from '@patchbay/module-organizations/contract'; // only: site
import { nameTaken } from '../errors.ts';
import type { ExampleItemInput, ExampleItemPatch, ExampleItemView } from '../schemas.ts';
import { COLUMNS } from './columns.ts';
import { noted } from './noted.ts';

const rows = new TableRows('example_items', {
  columns: COLUMNS,
  searched: ['name', 'description'],
  sort: 'name',
  taken: { example_items_name_key: nameTaken },
});

/** The example items of the caller's sites; the unit of work narrows them. */ // only: site
// without site: /** The example items of the caller's organization. */
export class ExampleItems extends Service<{ database: Database }> {
  list(principal: Principal, query: PageQuery): Promise<Page<ExampleItemView>> {
    const { site_id } = query; // only: site
    // without site: // No item stands at a site, so none is found by the id of one.
    // without site: const { site_id: id } = query;
    return this.parts.database.read(principal, (unit) => rows.page(unit, query, { site_id })); // only: site
    // without site: return this.parts.database.read(principal, (unit) => rows.page(unit, query, { id }));
  }

  /** Throws `kernel.not_found`. */
  get(principal: Principal, id: string): Promise<ExampleItemView> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id));
  }

  /** Throws `example-module.name_taken`, and `kernel.not_found` for a site that the caller does not see. */ // only: site
  // without site: /** Throws `example-module.name_taken`. */
  create(principal: Principal, input: ExampleItemInput): Promise<ExampleItemView> {
    return this.parts.database.write(principal, async (work) => {
      await assertSite(work, input.site_id); // only: site
      const created_by = principal.user_id; // only: listener
      const row = await rows.add(work, { ...input, id: newId(), created_by }); // only: listener
      // without listener: const row = await rows.add(work, { ...input, id: newId() });
      noted(work, 'create', row);
      return row;
    });
  }

  /** Throws `kernel.not_found`, `kernel.precondition_failed` or `example-module.name_taken`. */
  update(
    principal: Principal,
    id: string,
    patch: ExampleItemPatch,
    if_match: string | null,
  ): Promise<ExampleItemView> {
    return this.parts.database.write(principal, async (work) => {
      const before = await rows.hold(work, id, if_match);
      if (isUnchangedBy(before, patch)) return before;
      if (patch.site_id !== undefined) await assertSite(work, patch.site_id); // only: site
      const row = await rows.change(work, id, patch);
      noted(work, 'update', row);
      return row;
    });
  }

  /** Soft-deletes; throws `kernel.not_found` or `kernel.precondition_failed`. */
  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = await rows.hold(work, id, if_match);
      await rows.remove(work, id);
      noted(work, 'delete', row);
    });
  }
}
