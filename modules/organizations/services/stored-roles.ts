import {
  assertUnchanged,
  columnsOf,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, notFound, validationFailed } from '@patchbay/kernel/errors';
import { type PermissionMap, type Principal, patternCovers } from '@patchbay/kernel/permissions';
import { v7 as uuidv7 } from 'uuid';
import { roleNameTaken } from '../errors.ts';
import { type RoleInput, type RolePatch, RoleSchema, type RoleView } from '../schemas.ts';

const COLUMNS = columnsOf(RoleSchema);

/** Stored role rows: kept for the record, never read by authorization (SPEC 2.2). */
export class StoredRoles extends Service<{ database: Database; permissions: PermissionMap }> {
  list(principal: Principal, query: PageQuery): Promise<Page<RoleView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let found = trx.selectFrom('stored_roles').where('deleted_at', 'is', null);
      if (query.search !== undefined) found = found.where('name', 'ilike', containing(query.search));
      return readPage(found.select(COLUMNS), query, { sort: 'name', ties: 'asc' });
    });
  }

  get(principal: Principal, id: string): Promise<RoleView> {
    return this.parts.database.read(principal, async (unit) =>
      present(await live(unit, id).executeTakeFirst()),
    );
  }

  create(principal: Principal, input: RoleInput): Promise<RoleView> {
    this.#check(input.permissions);
    return this.parts.database.write(principal, async (work) => {
      const row = await uniqueName(
        work.sql
          .insertInto('stored_roles')
          .values({
            id: uuidv7(),
            organization_id: work.organization_id,
            name: input.name,
            description: input.description ?? null,
            permissions: [...input.permissions],
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      );
      record(work, 'roles.create', row);
      return row;
    });
  }

  update(principal: Principal, id: string, patch: RolePatch, if_match: string | null): Promise<RoleView> {
    this.#check(patch.permissions ?? []);
    const { permissions, ...rest } = patch;
    return this.parts.database.write(principal, async (work) => {
      const before = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return before;
      const change = { ...rest, ...(permissions === undefined ? {} : { permissions: [...permissions] }) };
      const row = await uniqueName(
        work.sql
          .updateTable('stored_roles')
          .set({ ...change, updated_at: sql<string>`now()` })
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow(),
      );
      record(work, 'roles.update', row);
      return row;
    });
  }

  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = present(await live(work, id).forNoKeyUpdate().executeTakeFirst());
      assertUnchanged(if_match, row.updated_at);
      await work.sql
        .updateTable('stored_roles')
        .set({ deleted_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      record(work, 'roles.delete', row);
    });
  }

  /** Throws 422 for patterns that cover no declared permission. */
  #check(permissions: readonly string[]): void {
    const known = this.parts.permissions.declarations.map(({ id }) => id);
    const details = permissions.flatMap((pattern, index): readonly ErrorDetail[] =>
      known.some((id) => patternCovers(pattern, id))
        ? []
        : [
            {
              field: `permissions.${index}`,
              message: `"${pattern}" is no permission`,
              type: 'unknown_permission',
            },
          ],
    );
    if (details.length > 0) throw validationFailed({ details });
  }
}

const live = (unit: Unit, id: string) =>
  unit.sql.selectFrom('stored_roles').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);

function present(row: RoleView | undefined): RoleView {
  if (row === undefined) throw notFound();
  return row;
}

const record = (work: UnitOfWork, action: string, { id, name }: RoleView): void =>
  work.audit.record({ action, target_type: 'role', target_id: id, detail: { name } });

async function uniqueName<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw violates(error, 'stored_roles_name_key') ? roleNameTaken({ cause: error }) : error;
  }
}
