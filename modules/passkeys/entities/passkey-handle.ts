import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** Handle by which authenticators know a user: random, so that it reveals nothing about them. */
export const PasskeyHandle = defineTable('passkey_handles', {
  columns: { ...tenantColumns, user_id: p.uuid(), handle: p.string() },
  lock: rowSecurity('passkey_handles', null, 'select, insert'),
  constraints: [
    'unique (handle)',
    'constraint passkey_handles_user_key unique (user_id)',
    'constraint passkey_handles_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
  ],
});
