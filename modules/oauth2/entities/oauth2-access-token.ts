import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** An access token by its hash. */
export const OAuth2AccessToken = defineEntity({
  name: 'OAuth2AccessToken',
  tableName: 'oauth2_access_tokens',
  properties: {
    ...tenantProperties,
    grant_id: p.uuid(),
    family_id: p.uuid(),
    token_hash: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    revoked_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    oauth2_access_tokens: InferKyselyTable<typeof OAuth2AccessToken>;
  }
}
