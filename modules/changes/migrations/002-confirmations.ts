import { migration, tenantTable } from '@patchbay/kernel/database';

const MECHANISM = `in ('device', 'inverse')`;

export const addConfirmations = migration(
  'changes.002-confirmations',
  `alter table pending_changes
     add column confirm text check (confirm ${MECHANISM}),
     add column warnings jsonb not null default '[]',
     add column reverts uuid references pending_changes (id)`,
  `create index pending_changes_target on pending_changes (controller_id, feature, (coalesce(target_id, '')))
     where status = 'pending' and operation <> 'create'`,
  `alter table change_attempts
     add column confirm_mechanism text check (confirm_mechanism ${MECHANISM}),
     add column confirm_seconds integer,
     add column armed_at timestamptz,
     add column confirm_token text,
     add column confirm_until timestamptz,
     add column ending text check (ending in ('confirm', 'revert')),
     add column ending_until timestamptz,
     add column ending_by uuid,
     add column revert_sent_at timestamptz`,
  `create index change_attempts_awaiting on change_attempts (confirm_until) where outcome = 'awaiting_confirmation'`,
  tenantTable('change_comments', {
    softDelete: false,
    siteColumn: 'site_id',
    grant: 'select, insert',
    columns: [
      'change_id uuid not null references pending_changes (id)',
      'site_id uuid not null',
      'author_id uuid',
      'text text not null',
    ],
  }),
  'create index change_comments_change on change_comments (change_id, created_at desc, id desc)',
);
