import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/**
 * What a user lets an application do, at most one open per pair. It holds as long as the user's
 * `token_version` stays what it was.
 */
export const OAuth2Grant = defineEntity({
  name: 'OAuth2Grant',
  tableName: 'oauth2_grants',
  properties: {
    ...tenantProperties,
    application_id: p.uuid(),
    user_id: p.uuid(),
    scopes: p.array<string>(),
    token_version: p.integer(),
    last_used_at: timestamp().nullable(),
    revoked_at: timestamp().nullable(),
    revoked_reason: p.string().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    oauth2_grants: InferKyselyTable<typeof OAuth2Grant>;
  }
}
