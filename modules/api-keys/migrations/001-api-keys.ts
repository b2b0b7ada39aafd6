import { migration, tenantTable } from '@patchbay/kernel/database';
import { AUTHORITY_TRIGGER_FUNCTION } from '@patchbay/module-identity/contract';

/**
 * Keys; revoking one is a change of its user's authority. The function serves the write guard in units of
 * other organizations too, where row-level security hides the key.
 */
export const apiKeys = migration(
  'api-keys.001-api-keys',
  tenantTable('api_keys', {
    columns: [
      'user_id uuid not null',
      'name text not null',
      'description text',
      'prefix text not null unique',
      'key_hash text not null unique',
      'scopes text[]',
      'expires_at timestamptz',
      'last_used_at timestamptz',
      'noticed_days integer',
      'revoked_at timestamptz',
      'constraint api_keys_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert, update',
  }),
  'create index api_keys_of_user on api_keys (user_id, created_at)',
  'create index api_keys_expiring on api_keys (expires_at) where revoked_at is null and expires_at is not null',
  `create function api_key_open(wanted_key uuid, at_time timestamptz) returns boolean language sql stable
     security definer set search_path = public, pg_temp as $$
     select exists (select from api_keys where id = wanted_key and revoked_at is null
       and (expires_at is null or expires_at > at_time)) $$`,
  'revoke execute on function api_key_open(uuid, timestamptz) from public',
  'grant execute on function api_key_open(uuid, timestamptz) to patchbay_app',
  `create trigger api_keys_authority after update of revoked_at on api_keys for each row
     when (old.revoked_at is distinct from new.revoked_at) execute function ${AUTHORITY_TRIGGER_FUNCTION}()`,
);
