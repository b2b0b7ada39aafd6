import { migration, tenantTable } from '@patchbay/kernel/database';

/** Password resets that were asked for, and the window that failed guesses are counted in. */
export const recovery = migration(
  'identity.005-recovery',
  tenantTable('password_resets', {
    columns: [
      'user_id uuid not null',
      'email_key text not null',
      'expires_at timestamptz not null',
      'used_at timestamptz',
      'superseded_at timestamptz',
      'constraint password_resets_user_fkey foreign key (organization_id, user_id) references users (organization_id, id)',
    ],
    siteColumn: null,
    softDelete: false,
    grant: 'select, insert, update',
  }),
  'create index password_resets_of_user on password_resets (user_id, expires_at)',
  'create index password_resets_by_expiry on password_resets (expires_at)',
  `alter table login_attempts
     add column window_failures integer not null default 0,
     add column window_started_at timestamptz`,
);
