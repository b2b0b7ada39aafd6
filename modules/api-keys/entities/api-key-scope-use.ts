import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** When a scoped key last needed a permission, to the hour. */
export const ApiKeyScopeUse = defineEntity({
  name: 'ApiKeyScopeUse',
  tableName: 'api_key_scope_uses',
  properties: {
    ...tenantProperties,
    key_id: p.uuid(),
    permission: p.string(),
    last_used_at: timestamp(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    api_key_scope_uses: InferKyselyTable<typeof ApiKeyScopeUse>;
  }
}
