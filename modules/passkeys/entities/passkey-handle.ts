import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** What authenticators know a user by: random, so that it says nothing about them. */
export const PasskeyHandle = defineEntity({
  name: 'PasskeyHandle',
  tableName: 'passkey_handles',
  properties: { ...tenantProperties, user_id: p.uuid(), handle: p.string() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    passkey_handles: InferKyselyTable<typeof PasskeyHandle>;
  }
}
