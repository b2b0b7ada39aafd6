import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** The state of a login that came back: it is taken once. */
export const SsoUsedState = defineEntity({
  name: 'SsoUsedState',
  tableName: 'sso_used_states',
  properties: { ...tenantProperties, expires_at: timestamp() },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    sso_used_states: InferKyselyTable<typeof SsoUsedState>;
  }
}
