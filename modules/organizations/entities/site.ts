import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

export const Site = defineEntity({
  name: 'Site',
  tableName: 'sites',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    slug: p.string(),
    description: p.string().nullable(),
    timezone: p.string().nullable(),
    address: p.string().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    sites: InferKyselyTable<typeof Site>;
  }
}
