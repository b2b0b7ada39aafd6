import { recorderOf } from '@patchbay/kernel/audit';
import {
  columnsOf,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  TableRows,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { type PermissionMap, type Principal, patternCovers } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { roleNameTaken } from '../errors.ts';
import { type RoleInput, type RolePatch, RoleSchema, type RoleView } from '../schemas.ts';

const record = recorderOf('roles', 'role');
const rows = new TableRows('stored_roles', {
  columns: columnsOf(RoleSchema),
  searched: ['name'],
  sort: 'name',
  ties: 'asc',
  taken: { stored_roles_name_key: roleNameTaken },
});

/** Stored role rows: kept for the record, never read by authorization (SPEC 2.2). */
export class StoredRoles extends Service<{ database: Database; permissions: PermissionMap }> {
  list(principal: Principal, query: PageQuery): Promise<Page<RoleView>> {
    return this.parts.database.read(principal, (unit) => rows.page(unit, query));
  }

  get(principal: Principal, id: string): Promise<RoleView> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id));
  }

  create(principal: Principal, input: RoleInput): Promise<RoleView> {
    this.#check(input.permissions);
    return this.parts.database.write(principal, async (work) => {
      const { name, description = null, permissions } = input;
      const row = await rows.add(work, { id: newId(), name, description, permissions: [...permissions] });
      record(work, 'create', row.id, { name });
      return row;
    });
  }

  update(principal: Principal, id: string, patch: RolePatch, if_match: string | null): Promise<RoleView> {
    this.#check(patch.permissions ?? []);
    const { permissions, ...rest } = patch;
    return this.parts.database.write(principal, async (work) => {
      const before = await rows.hold(work, id, if_match);
      if (isUnchangedBy(before, patch)) return before;
      const change = { ...rest, ...(permissions === undefined ? {} : { permissions: [...permissions] }) };
      const row = await rows.change(work, id, change);
      record(work, 'update', id, { name: row.name });
      return row;
    });
  }

  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = await rows.hold(work, id, if_match);
      await rows.remove(work, id);
      record(work, 'delete', id, { name: row.name });
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
