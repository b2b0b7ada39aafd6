import { migration, tenantTable } from '@patchbay/kernel/database';

const SEES_ALL_SITES = `organization_id = (select app_organization_id())
  and ((select app_site_ids()) is null or site_ids <@ (select app_site_ids())::uuid[])`;

export const changeSets = migration(
  'changes.004-change-sets',
  tenantTable('change_sets', {
    softDelete: false,
    siteColumn: null,
    grant: 'select, insert, update',
    columns: [
      'name text not null',
      `site_ids uuid[] not null default '{}'`,
      `status text not null default 'draft' check (status in
        ('draft', 'scheduled', 'running', 'paused', 'finished', 'stopped', 'cancelled'))`,
      'canary integer',
      'canary_passed boolean not null default false',
      'stop_on_failure boolean not null default true',
      'apply_at timestamptz',
      'created_by uuid',
      'applied_by uuid',
      'actor jsonb',
      'reason text',
      'epoch integer not null default 0',
      'started_at timestamptz',
      'finished_at timestamptz',
    ],
  }),
  `create policy sites on change_sets as restrictive to patchbay_app
     using (${SEES_ALL_SITES}) with check (${SEES_ALL_SITES})`,
  'create index change_sets_newest on change_sets (organization_id, created_at desc, id desc)',
  `create index change_sets_due on change_sets (updated_at) where status in ('scheduled', 'running', 'cancelled')`,
  tenantTable('change_set_items', {
    softDelete: false,
    siteColumn: 'site_id',
    grant: 'select, insert, update',
    columns: [
      'set_id uuid not null references change_sets (id)',
      'change_id uuid not null references pending_changes (id)',
      'site_id uuid not null',
      'position integer not null',
      `outcome text not null default 'pending' check (outcome in
        ('pending', 'applying', 'applied', 'failed', 'refused', 'unknown', 'not_run'))`,
      'error text',
      'error_type text',
      'attempt_id uuid',
      'tries integer not null default 0',
      'started_at timestamptz',
      'finished_at timestamptz',
      'is_open boolean not null default true',
      'unique (set_id, position)',
    ],
  }),
  'create unique index change_set_items_open on change_set_items (change_id) where is_open',
  `create index change_set_items_applying on change_set_items (set_id) where outcome = 'applying'`,
);
