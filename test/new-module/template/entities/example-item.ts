import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

export const ExampleItem = defineEntity({
  name: 'ExampleItem',
  tableName: 'example_items',
  properties: {
    ...softDeletedProperties,
    site_id: p.uuid(), // only: site
    name: p.string(),
    description: p.string().nullable(),
    created_by: p.uuid().nullable(), // only: listener
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    example_items: InferKyselyTable<typeof ExampleItem>;
  }
}
