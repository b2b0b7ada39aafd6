import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** One sign-in; everything minted for it dies with it. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    token_version: p.integer(),
    remember_me: p.boolean(),
    ip: p.string(),
    user_agent: p.string(),
    last_used_at: timestamp(),
    expires_at: timestamp(),
    /** When its user last showed who they are: at sign-in, and whenever they are asked again. */
    proven_at: timestamp().defaultRaw('now()'),
    /** The `mfa_token` that it was opened with: it opens no other. */
    mfa_token_id: p.uuid().nullable(),
    revoked_at: timestamp().nullable(),
    revoked_reason: p.string().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    sessions: InferKyselyTable<typeof Session>;
  }
}
