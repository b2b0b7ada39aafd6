import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A key by its hash; `prefix` is what people recognise it by. `scopes` null: unscoped. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    name: p.string(),
    description: p.string().nullable(),
    prefix: p.string(),
    key_hash: p.string(),
    scopes: p.array<string>().nullable(),
    expires_at: timestamp().nullable(),
    last_used_at: timestamp().nullable(),
    /** Fewest days before its end that its owner was told of; null: not told yet. */
    noticed_days: p.integer().nullable(),
    revoked_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    api_keys: InferKyselyTable<typeof ApiKey>;
  }
}
