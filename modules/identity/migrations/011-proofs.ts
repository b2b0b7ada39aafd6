import { migration, tenantTable } from '@patchbay/kernel/database';

/**
 * When each session last showed who its user is, which `mfa_token` it was opened with, and addresses that
 * users asked for and that wait for their confirmation.
 */
export const proofs = migration(
  'identity.011-proofs',
  'alter table sessions add column proven_at timestamptz, add column mfa_token_id uuid unique',
  'update sessions set proven_at = created_at',
  'alter table sessions alter column proven_at set default now(), alter column proven_at set not null',
  tenantTable('email_changes', {
    columns: [
      'user_id uuid not null',
      'old_email text not null',
      'new_email text not null',
      'token_version integer not null',
      'expires_at timestamptz not null',
      'confirmed_at timestamptz',
      'superseded_at timestamptz',
      'constraint email_changes_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert, update',
  }),
  'create index email_changes_of_user on email_changes (user_id, created_at)',
  'create index email_changes_by_expiry on email_changes (expires_at)',
);
