import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** A role row; authorization does not read it (SPEC 2.2). */
export const StoredRole = defineEntity({
  name: 'StoredRole',
  tableName: 'stored_roles',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    description: p.string().nullable(),
    permissions: p.array<string>(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    stored_roles: InferKyselyTable<typeof StoredRole>;
  }
}
