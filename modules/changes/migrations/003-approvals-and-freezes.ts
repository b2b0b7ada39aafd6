import { migration, tenantTable } from '@patchbay/kernel/database';

export const approvalsAndFreezes = migration(
  'changes.003-approvals-and-freezes',
  'alter table pending_changes add column approvals_required integer',
  tenantTable('approval_policies', {
    siteColumn: null,
    grant: 'select, insert, update',
    columns: [
      'name text',
      'feature_pattern text not null',
      'site_id uuid',
      `risk text check (risk in ('normal', 'catastrophic'))`,
      'min_approvers integer not null check (min_approvers between 1 and 5)',
      'step_up boolean not null default false',
      'created_by uuid',
    ],
  }),
  'create index approval_policies_live on approval_policies (organization_id) where deleted_at is null',
  tenantTable('change_votes', {
    softDelete: false,
    siteColumn: 'site_id',
    columns: [
      'change_id uuid not null references pending_changes (id)',
      'site_id uuid not null',
      'user_id uuid not null',
      'key_id uuid',
      `decision text not null check (decision in ('approve', 'reject'))`,
      'comment text',
      'reviewed jsonb',
      'bound_hash text not null',
      'stepped_up boolean not null default false',
      'fallen text',
      'voted_at timestamptz not null default now()',
      'unique (change_id, user_id)',
    ],
  }),
  tenantTable('change_freezes', {
    siteColumn: null,
    grant: 'select, insert, update',
    columns: [
      'site_id uuid',
      'starts_at timestamptz not null',
      'ends_at timestamptz not null',
      'reason text not null',
      `recurs text check (recurs in ('day', 'week'))`,
      'recurs_until timestamptz',
      `time_zone text not null default 'UTC'`,
      'created_by uuid',
    ],
  }),
  'create index change_freezes_live on change_freezes (organization_id) where deleted_at is null',
);
