import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** A user's authenticator app; `enabled_at` null: set up, but not shown to work yet. */
export const TotpFactor = defineTable('totp_factors', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    /** Sealed for this row. */
    secret: p.string(),
    enabled_at: timestamp().nullable(),
    /** Time step of the latest code that was taken; codes of it and of earlier steps are spent. */
    last_step: p.integer().nullable(),
  },
  lock: rowSecurity('totp_factors', null),
  constraints: [
    'constraint totp_factors_user_key unique (user_id)',
    'foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
});
