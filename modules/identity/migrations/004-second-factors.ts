import { migration, tenantTable } from '@patchbay/kernel/database';

const OF_USER = [
  'user_id uuid not null',
  'foreign key (organization_id, user_id) references users (organization_id, id)',
];

/** Second factors: one TOTP secret per user, pending until `enabled_at`, and a set of backup codes. */
export const secondFactors = migration(
  'identity.004-second-factors',
  tenantTable('totp_factors', {
    columns: [
      ...OF_USER,
      'secret text not null',
      'enabled_at timestamptz',
      'last_step integer',
      'constraint totp_factors_user_key unique (user_id)',
    ],
    siteColumn: null,
    softDelete: false,
  }),
  tenantTable('backup_codes', {
    columns: [...OF_USER, 'code_hash text not null', 'used_at timestamptz'],
    siteColumn: null,
    softDelete: false,
  }),
  'create index backup_codes_of_user on backup_codes (user_id)',
);
