import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { FieldPath } from '@patchbay/kernel/telemetry';
import type { ChangeOperation, VendorValue } from '@patchbay/vendor-kit';
import type { DiffBase, DiffEntry } from '../services/record/change-diff.ts';

export const PendingChange = defineTable('pending_changes', {
  columns: {
    ...tenantColumns,
    controller_id: p.uuid(),
    site_id: p.uuid(),
    vendor: p.string().nullable(),
    area: p.string(),
    feature: p.string(),
    operation: p.string().$type<ChangeOperation>(),
    target_id: p.string().nullable(),
    /** As everybody may see it; secrets stand only in `sealed_payload`. */
    payload: p.json().$type<VendorValue>(),
    sealed_payload: p.string().nullable(),
    /** Paths of secrets that stay as the device has them. */
    kept_secrets: p.json().$type<readonly FieldPath[]>().defaultRaw(`'[]'`),
    payload_hash: p.string(),
    notes: p.string().nullable(),
    staged_by: p.uuid().nullable(),
    status: p.string().$type<'pending' | 'applied' | 'discarded'>().default('pending'),
    permission: p.string(),
    risk: p.string().$type<'normal' | 'catastrophic'>(),
    /** Value at staging; staleness is judged against it. */
    base: p.json().$type<VendorValue>().nullable(),
    base_known: p.boolean().default(false),
    diff: p.json().$type<readonly DiffEntry[]>().defaultRaw("'[]'"),
    diff_base: p.string().$type<DiffBase>(),
    stale: p.boolean().default(false),
    /** Outcome of the newest attempt, kept here so that claims need one row only. */
    last_outcome: p.string().$type<AttemptOutcome>().nullable(),
    last_error: p.string().nullable(),
    causation: p.json().$type<readonly string[]>().defaultRaw("'[]'"),
    /** Mechanism of a roll-back if it is not confirmed. */
    confirm: p.string().$type<'device' | 'inverse'>().nullable(),
    warnings: p.json().$type<readonly string[]>().defaultRaw(`'[]'`),
    /** The applied change it undoes. */
    reverts: p.uuid().nullable(),
    /** Approvals the policies asked for when it was last applied; null without any. */
    approvals_required: p.integer().nullable(),
    applied_at: timestamp().nullable(),
    applied_by: p.uuid().nullable(),
    discarded_at: timestamp().nullable(),
    discarded_by: p.uuid().nullable(),
  },
  lock: rowSecurity('pending_changes', 'site_id', 'select, insert, update'),
  constraints: [
    `check (confirm in ('device', 'inverse'))`,
    `check (diff_base in ('synced', 'live', 'none'))`,
    `check (operation in ('create', 'update', 'delete'))`,
    `check (risk in ('normal', 'catastrophic'))`,
    `check (status in ('pending', 'applied', 'discarded'))`,
    'foreign key (reverts) references pending_changes (id)',
  ],
  indexes: [
    'create index pending_changes_newest on pending_changes (organization_id, created_at desc, id desc)',
    'create index pending_changes_controller on pending_changes (controller_id, created_at desc, id desc)',
    `create index pending_changes_target on pending_changes (controller_id, feature, (coalesce(target_id, '')))
      where status = 'pending' and operation <> 'create'`,
    `create index pending_changes_pending on pending_changes (organization_id) where status = 'pending'`,
  ],
});

/** DECISIONS 19. */
export type AttemptOutcome =
  | 'running'
  | 'awaiting_confirmation'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'reverted';
