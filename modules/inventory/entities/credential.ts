import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** How the platform signs in to equipment; `secret` holds an envelope, never the secret (RULES R12). */
export const Credential = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    kind: p.string().$type<'password' | 'token' | 'key'>(),
    username: p.string().nullable(),
    secret: p.text(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    credentials: InferKyselyTable<typeof Credential>;
  }
}
