import { defineTable, p, rowSecurity, timestamp } from '@patchbay/kernel/database';

/** The tenancy boundary itself: its own id is its scope. */
export const Organization = defineTable('organizations', {
  columns: {
    id: p.uuid().primary(),
    name: p.string(),
    slug: p.string(),
    is_active: p.boolean().default(true),
    /** Members without a second factor may do nothing but set one up. */
    mfa_required: p.boolean().default(false),
    /** Most of each kind the organization may have; kinds left out are not limited. */
    quotas: p.json<Readonly<Record<string, number>>>().defaultRaw("'{}'"),
    created_at: timestamp().defaultRaw('now()'),
    updated_at: timestamp().defaultRaw('now()'),
    deleted_at: timestamp().nullable(),
  },
  lock: rowSecurity('organizations', null, 'select, insert, update', 'id'),
  indexes: ['create unique index organizations_slug_key on organizations (slug) where deleted_at is null'],
});
