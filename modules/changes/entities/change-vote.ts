import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';
import type { VendorValue } from '@patchbay/vendor-kit';

/** The newest word of one person on one change; earlier ones stand in the audit log. */
export const ChangeVote = defineTable('change_votes', {
  columns: {
    ...tenantColumns,
    change_id: p.uuid(),
    site_id: p.uuid(),
    user_id: p.uuid(),
    /** The key it came through, which must still stand when the vote is counted. */
    key_id: p.uuid().nullable(),
    decision: p.string().$type<'approve' | 'reject'>(),
    comment: p.string().nullable(),
    /** The live value it was given on, without secrets; null where there is none. */
    reviewed: p.json().$type<VendorValue>().nullable(),
    /** Hash of the approved content: the reviewed push and `reviewed`. */
    bound_hash: p.string(),
    /** The session was younger than the step-up age when the vote was given. */
    stepped_up: p.boolean().default(false),
    fallen: p.string().$type<'live_moved'>().nullable(),
    voted_at: timestamp().defaultRaw('now()'),
  },
  lock: rowSecurity('change_votes', 'site_id'),
  constraints: [
    `check (decision in ('approve', 'reject'))`,
    'unique (change_id, user_id)',
    'foreign key (change_id) references pending_changes (id)',
  ],
});
