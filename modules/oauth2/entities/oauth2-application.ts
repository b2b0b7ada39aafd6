import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** A third party's program. `secret_hash` null: a public client, which cannot keep a secret (RFC 6749 2.1). */
export const OAuth2Application = defineEntity({
  name: 'OAuth2Application',
  tableName: 'oauth2_applications',
  properties: {
    ...softDeletedProperties,
    client_id: p.string(),
    secret_hash: p.string().nullable(),
    name: p.string(),
    redirect_uris: p.array<string>(),
    scopes: p.array<string>(),
    confidential: p.boolean(),
    is_active: p.boolean(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    oauth2_applications: InferKyselyTable<typeof OAuth2Application>;
  }
}
