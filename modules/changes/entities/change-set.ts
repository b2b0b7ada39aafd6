import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/**
 * `draft` waits for an apply, `scheduled` for its time, `paused` for somebody to look at the canaries. The
 * others are over, save `running`.
 */
export type ChangeSetStatus =
  | 'draft'
  | 'scheduled'
  | 'running'
  | 'paused'
  | 'finished'
  | 'stopped'
  | 'cancelled';

/** Who applied a set, so that who that is now can be read when it acts (RULES R7). */
export interface SetActor {
  readonly kind: 'user' | 'api_key' | 'oauth2';
  readonly user_id: string;
  readonly key_id: string | null;
  readonly grant?: { readonly id: string; readonly token_id: string | null };
}

/** Changes that are applied one after another. */
export const ChangeSet = defineEntity({
  name: 'ChangeSet',
  tableName: 'change_sets',
  properties: {
    ...tenantProperties,
    name: p.string(),
    /** Sites of its changes; who does not see all of them does not see the set. */
    site_ids: p.array<string>().columnType('uuid[]'),
    status: p.string().$type<ChangeSetStatus>(),
    /** How many go first, before the set pauses. */
    canary: p.integer().nullable(),
    canary_passed: p.boolean().default(false),
    stop_on_failure: p.boolean().default(true),
    apply_at: timestamp().nullable(),
    created_by: p.uuid().nullable(),
    applied_by: p.uuid().nullable(),
    actor: p.json().$type<SetActor>().nullable(),
    /** Why it stopped. */
    reason: p.string().nullable(),
    /** Rises with every step taken; whoever records an outcome must name it. */
    epoch: p.integer().default(0),
    started_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    change_sets: InferKyselyTable<typeof ChangeSet>;
  }
}
