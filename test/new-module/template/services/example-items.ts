import {
  assertUnchanged,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { assertSite } from '@patchbay/module-organizations/contract'; // only: site
import { nameTaken } from '../errors.ts';
import type { ExampleItemInput, ExampleItemPatch, ExampleItemView } from '../schemas.ts';
import { COLUMNS } from './columns.ts';
import { noted } from './noted.ts';

/** The example items of the caller's sites; the unit of work narrows them. */ // only: site
// without site: /** The example items of the caller's organization. */
export class ExampleItems extends Service<{ database: Database }> {
  list(principal: Principal, query: PageQuery): Promise<Page<ExampleItemView>> {
    return this.parts.database.read(principal, async (unit) => {
      return readPage(matching(unit, query).select(COLUMNS), query, { sort: 'name' });
    });
  }

  /** Throws `kernel.not_found`. */
  get(principal: Principal, id: string): Promise<ExampleItemView> {
    return this.parts.database.read(principal, async (unit) =>
      present(await live(unit, id).executeTakeFirst()),
    );
  }

  /** Throws `example-module.name_taken`, and `kernel.not_found` for a site that the caller does not see. */ // only: site
  // without site: /** Throws `example-module.name_taken`. */
  create(principal: Principal, input: ExampleItemInput): Promise<ExampleItemView> {
    return this.parts.database.write(principal, async (work) => {
      await assertSite(work, input.site_id); // only: site
      const row = await unlessTaken(
        work.sql
          .insertInto('example_items')
          .values({
            ...input,
            id: newId(),
            organization_id: work.organization_id,
            created_by: principal.user_id, // only: listener
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      );
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
      const before = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return before;
      if (patch.site_id !== undefined) await assertSite(work, patch.site_id); // only: site
      const row = await unlessTaken(
        work.sql
          .updateTable('example_items')
          .set({ ...patch, updated_at: sql<string>`clock_timestamp()` })
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      );
      noted(work, 'update', row);
      return row;
    });
  }

  /** Soft-deletes; throws `kernel.not_found` or `kernel.precondition_failed`. */
  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, row.updated_at);
      await work.sql
        .updateTable('example_items')
        .set({ deleted_at: sql<string>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
      noted(work, 'delete', row);
    });
  }
}

const live = (unit: Unit, id: string) =>
  unit.sql.selectFrom('example_items').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);

function matching({ sql: db }: Unit, { search, site_id }: PageQuery) {
  let found = db.selectFrom('example_items').where('deleted_at', 'is', null);
  if (site_id !== undefined) found = found.where('site_id', '=', site_id); // only: site
  // without site: // Rows of the whole organization stand at no site.
  // without site: if (site_id !== undefined) found = found.where((e) => e.lit(false));
  if (search === undefined) return found;
  const pattern = containing(search);
  return found.where((e) => e.or([e('name', 'ilike', pattern), e('description', 'ilike', pattern)]));
}

function present(row: ExampleItemView | undefined): ExampleItemView {
  if (row === undefined) throw notFound();
  return row;
}

async function unlessTaken(written: Promise<ExampleItemView>): Promise<ExampleItemView> {
  try {
    return await written;
  } catch (error) {
    throw violates(error, 'example_items_name_key') ? nameTaken({ cause: error }) : error;
  }
}
