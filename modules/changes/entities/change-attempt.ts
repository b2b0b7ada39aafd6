import { defineTable, identity, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { VendorValue } from '@patchbay/vendor-kit';
import type { AttemptOutcome } from './pending-change.ts';

/** One try to push a change; committed before the first byte goes to the device (RULES R9). */
export const ChangeAttempt = defineTable('change_attempts', {
  columns: {
    ...tenantColumns,
    change_id: p.uuid(),
    controller_id: p.uuid(),
    site_id: p.uuid(),
    /** Target that only one attempt may touch at once. */
    target_key: p.string(),
    /** The vendor's id of what was touched, once known. */
    target_id: p.string().nullable(),
    /** Rises with every attempt; settling must name it. */
    fencing: identity(),
    payload_hash: p.string(),
    /** Set right before the push; null means that nothing was sent. */
    sent_hash: p.string().nullable(),
    outcome: p.string().$type<AttemptOutcome>(),
    before: p.json().$type<VendorValue>().nullable(),
    after: p.json().$type<VendorValue>().nullable(),
    /** Output of the push. */
    output: p.json().$type<unknown>().nullable(),
    output_truncated: p.boolean().default(false),
    error: p.string().nullable(),
    error_type: p.string().nullable(),
    actor_id: p.uuid().nullable(),
    /** The process that works on it, and until when it is believed alive. */
    owner_id: p.uuid(),
    lease_until: timestamp(),
    started_at: timestamp().defaultRaw('now()'),
    finished_at: timestamp().nullable(),
    /** Set when it must be confirmed: how it is taken back otherwise, and within how long. */
    confirm_mechanism: p.string().$type<'device' | 'inverse'>().nullable(),
    confirm_seconds: p.integer().nullable(),
    /** From this moment on the device may be armed to take it back. */
    armed_at: timestamp().nullable(),
    confirm_token: p.string().nullable(),
    confirm_until: timestamp().nullable(),
    /** Kind of the ending under way, with the time until which it is claimed. */
    ending: p.string().$type<'confirm' | 'revert'>().nullable(),
    ending_until: timestamp().nullable(),
    ending_by: p.uuid().nullable(),
    /** Set right before the inverse is pushed; it is pushed once. */
    revert_sent_at: timestamp().nullable(),
  },
  lock: rowSecurity('change_attempts', 'site_id'),
  constraints: [
    `check (confirm_mechanism in ('device', 'inverse'))`,
    `check (ending in ('confirm', 'revert'))`,
    `check (outcome in ('running', 'awaiting_confirmation', 'succeeded', 'failed', 'unknown', 'reverted'))`,
    'foreign key (change_id) references pending_changes (id)',
  ],
  indexes: [
    `create unique index change_attempts_open_change on change_attempts (change_id) where outcome in ('running', 'awaiting_confirmation')`,
    `create unique index change_attempts_open_target on change_attempts (controller_id, md5(target_key)) where outcome in ('running', 'awaiting_confirmation')`,
    `create index change_attempts_lease on change_attempts (lease_until) where outcome = 'running'`,
    'create index change_attempts_change on change_attempts (change_id, fencing desc)',
    `create index change_attempts_awaiting on change_attempts (confirm_until) where outcome = 'awaiting_confirmation'`,
  ],
});
