import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A refresh token by its hash, with the access token (`access_jti`) that was handed out beside it. */
export const RefreshToken = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    ...tenantProperties,
    session_id: p.uuid(),
    parent_id: p.uuid().nullable(),
    token_hash: p.string(),
    access_jti: p.uuid(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    pair_used_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    refresh_tokens: InferKyselyTable<typeof RefreshToken>;
  }
}
