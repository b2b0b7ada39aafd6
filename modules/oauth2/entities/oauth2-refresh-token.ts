import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A refresh token by its hash. Used ones stay until they would have expired, so that a stolen one tells on itself. */
export const OAuth2RefreshToken = defineEntity({
  name: 'OAuth2RefreshToken',
  tableName: 'oauth2_refresh_tokens',
  properties: {
    ...tenantProperties,
    grant_id: p.uuid(),
    family_id: p.uuid(),
    token_hash: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    revoked_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    oauth2_refresh_tokens: InferKyselyTable<typeof OAuth2RefreshToken>;
  }
}
