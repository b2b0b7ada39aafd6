import { migration, tenantTable } from '@patchbay/kernel/database';

/** Uses of the scopes of keys: a row per key and permission, however often it is used. */
export const scopeUses = migration(
  'api-keys.002-scope-uses',
  tenantTable('api_key_scope_uses', {
    columns: [
      'key_id uuid not null references api_keys (id) on delete cascade',
      'permission text not null',
      'last_used_at timestamptz not null',
      'constraint api_key_scope_uses_key unique (key_id, permission)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select',
  }),
);
