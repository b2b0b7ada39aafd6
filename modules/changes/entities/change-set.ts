import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/**
 * `draft` waits for an apply, `scheduled` for its time, `paused` for a review of the canaries. The others are
 * over, save `running`.
 */
export type ChangeSetStatus =
  | 'draft'
  | 'scheduled'
  | 'running'
  | 'paused'
  | 'finished'
  | 'stopped'
  | 'cancelled';

/** User who applied a set; their rights are read again when it acts (RULES R7). */
export interface SetActor {
  readonly kind: 'user' | 'api_key' | 'oauth2';
  readonly user_id: string;
  readonly key_id: string | null;
  readonly grant?: { readonly id: string; readonly token_id: string | null };
}

/** Changes that are applied one after another. */
export const ChangeSet = defineTable('change_sets', {
  columns: {
    ...tenantColumns,
    name: p.string(),
    /** Sites of its changes; users who do not see all of them do not see the set. */
    site_ids: p.array<string>().columnType('uuid[]').defaultRaw("'{}'"),
    status: p.string().$type<ChangeSetStatus>().default('draft'),
    /** Number of changes that go first, before the set pauses. */
    canary: p.integer().nullable(),
    canary_passed: p.boolean().default(false),
    stop_on_failure: p.boolean().default(true),
    apply_at: timestamp().nullable(),
    created_by: p.uuid().nullable(),
    applied_by: p.uuid().nullable(),
    actor: p.json().$type<SetActor>().nullable(),
    /** Why it stopped. */
    reason: p.string().nullable(),
    /** Rises with every step taken; recording an outcome must name it. */
    epoch: p.integer().default(0),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  lock: [
    rowSecurity('change_sets', null, 'select, insert, update'),
    `create policy sites on change_sets as restrictive to patchbay_app
     using (organization_id = (select app_organization_id())
  and ((select app_site_ids()) is null or site_ids <@ (select app_site_ids())::uuid[])) with check (organization_id = (select app_organization_id())
  and ((select app_site_ids()) is null or site_ids <@ (select app_site_ids())::uuid[]))`,
  ],
  constraints: [
    `check (status in ('draft', 'scheduled', 'running', 'paused', 'finished', 'stopped', 'cancelled'))`,
  ],
  indexes: [
    'create index change_sets_newest on change_sets (organization_id, created_at desc, id desc)',
    `create index change_sets_due on change_sets (updated_at) where status in ('scheduled', 'running', 'cancelled')`,
  ],
});
