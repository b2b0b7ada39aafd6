import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

export const ExampleItem = defineEntity({
  name: 'ExampleItem',
  tableName: 'example_items',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    description: p.string().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    example_items: InferKyselyTable<typeof ExampleItem>;
  }
}
