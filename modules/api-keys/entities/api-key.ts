import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** A key by its hash; `prefix` is what people recognise it by. `scopes` null: unscoped. */
export const ApiKey = defineTable('api_keys', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    name: p.string(),
    description: p.string().nullable(),
    prefix: p.string(),
    key_hash: p.string(),
    scopes: p.array<string>().nullable(),
    expires_at: timestamp().nullable(),
    last_used_at: timestamp().nullable(),
    /** Days before its end of the latest notice to its owner; null before the first. */
    noticed_days: p.integer().nullable(),
    revoked_at: timestamp().nullable(),
  },
  lock: rowSecurity('api_keys', null, 'select, insert, update'),
  constraints: [
    'unique (key_hash)',
    'unique (prefix)',
    'constraint api_keys_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
  indexes: [
    'create index api_keys_of_user on api_keys (user_id, created_at)',
    'create index api_keys_expiring on api_keys (expires_at) where revoked_at is null and expires_at is not null',
  ],
});
