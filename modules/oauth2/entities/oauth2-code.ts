import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** An authorization code by its hash. Its id names the family of tokens that come of it. */
export const OAuth2Code = defineEntity({
  name: 'OAuth2Code',
  tableName: 'oauth2_codes',
  properties: {
    ...tenantProperties,
    grant_id: p.uuid(),
    code_hash: p.string(),
    redirect_uri: p.string(),
    code_challenge: p.string(),
    scopes: p.array<string>(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    oauth2_codes: InferKyselyTable<typeof OAuth2Code>;
  }
}
