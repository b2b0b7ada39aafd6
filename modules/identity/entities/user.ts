import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';
import type { RoleName } from '@patchbay/kernel/permissions';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    ...softDeletedProperties,
    email: p.string(),
    email_key: p.string(),
    username: p.string(),
    username_key: p.string(),
    display_name: p.string().nullable(),
    password_hash: p.string().nullable(),
    role: p.string().$type<RoleName>(),
    is_active: p.boolean().default(true),
    token_version: p.integer().default(1),
    mfa_enabled: p.boolean().default(false),
    last_login_at: timestamp().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    users: InferKyselyTable<typeof User>;
  }
}
