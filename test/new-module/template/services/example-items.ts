import {
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { assertUnchanged } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import { v7 as uuidv7 } from 'uuid';
import { exampleItemCreated, exampleItemDeleted, exampleItemUpdated } from '../contract.ts';
import { nameTaken } from '../errors.ts';
import type { ExampleItemInput, ExampleItemPatch, ExampleItemView } from '../schemas.ts';

const COLUMNS = ['id', 'organization_id', 'name', 'description', 'created_at', 'updated_at'] as const;

/** The example items of the caller's organization. */
export class ExampleItems {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ExampleItemView>> {
    return this.#database.read(principal, async (unit) => {
      return readPage(matching(unit, query).select(COLUMNS), query, { sort: 'name' });
    });
  }

  /** Throws `kernel.not_found`. */
  get(principal: Principal, id: string): Promise<ExampleItemView> {
    return this.#database.read(principal, async (unit) => present(await live(unit, id).executeTakeFirst()));
  }

  /** Throws `example-module.name_taken`. */
  create(principal: Principal, input: ExampleItemInput): Promise<ExampleItemView> {
    return this.#database.write(principal, async (work) => {
      const row = await unlessTaken(
        work.sql
          .insertInto('example_items')
          .values({ ...input, id: uuidv7(), organization_id: work.organization_id })
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
    return this.#database.write(principal, async (work) => {
      const before = present(await live(work, id).forUpdate().executeTakeFirst());
      assertUnchanged(if_match, before.updated_at);
      const row = await unlessTaken(
        work.sql
          .updateTable('example_items')
          .set({ ...patch, updated_at: sql<string>`now()` })
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
    await this.#database.write(principal, async (work) => {
      const row = present(await live(work, id).forUpdate().executeTakeFirst());
      assertUnchanged(if_match, row.updated_at);
      await work.sql
        .updateTable('example_items')
        .set({ deleted_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      noted(work, 'delete', row);
    });
  }
}

const live = (unit: Unit, id: string) =>
  unit.sql.selectFrom('example_items').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);

function matching({ sql: trx }: Unit, { search }: PageQuery) {
  const query = trx.selectFrom('example_items').where('deleted_at', 'is', null);
  return search === undefined ? query : query.where('name', 'ilike', containing(search));
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

const EVENTS = { create: exampleItemCreated, update: exampleItemUpdated, delete: exampleItemDeleted };

/** The event and the audit record are part of the change: all of it is kept, or none. */
function noted(work: UnitOfWork, verb: keyof typeof EVENTS, { id, name }: ExampleItemView): void {
  work.events.publish(EVENTS[verb], { example_item_id: id, name });
  work.audit.record({
    action: `example-module.${verb}`,
    target_type: 'example_item',
    target_id: id,
    detail: { name },
  });
}
