import { migration, platformTable, tenantTable } from '@patchbay/kernel/database';

const ofUser = (name: string): string =>
  `constraint ${name}_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)`;

/**
 * Passkeys, and the handles authenticators know users by. Used challenges are the platform's own: in a sign-in
 * without a login a challenge is used before anybody knows whose organization it is about.
 */
export const passkeys = migration(
  'passkeys.001-passkeys',
  tenantTable('passkeys', {
    columns: [
      'user_id uuid not null',
      'name text not null',
      'credential_id text not null constraint passkeys_credential_key unique',
      'public_key text not null',
      'sign_count bigint not null',
      'transports text[] not null',
      'backed_up boolean not null',
      'last_used_at timestamptz',
      ofUser('passkeys'),
    ],
    siteColumn: null,
    softDelete: false,
  }),
  'create index passkeys_of_user on passkeys (user_id, created_at)',
  tenantTable('passkey_handles', {
    columns: [
      'user_id uuid not null constraint passkey_handles_user_key unique',
      'handle text not null unique',
      ofUser('passkey_handles'),
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert',
  }),
  platformTable('passkey_used_challenges', ['challenge text primary key', 'expires_at timestamptz not null']),
  'create index passkey_used_challenges_by_expiry on passkey_used_challenges (expires_at)',
);
