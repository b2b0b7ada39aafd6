import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A user's authenticator app; `enabled_at` null: set up, but not shown to work yet. */
export const TotpFactor = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    /** Sealed for this row. */
    secret: p.string(),
    enabled_at: timestamp().nullable(),
    /** Time step of the latest code that was taken; codes of it and of earlier steps are spent. */
    last_step: p.integer().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    totp_factors: InferKyselyTable<typeof TotpFactor>;
  }
}
