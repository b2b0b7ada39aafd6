import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { RunStatus } from '@patchbay/runs';

/** An execution that an event or a tick asks for. */
export interface NewExecution {
  readonly id: string;
  readonly organization_id: string;
  readonly rule_id: string;
  readonly event_id: string | null;
  readonly site_id: string | null;
  readonly scheduled_for: string | null;
  readonly author_id: string;
  readonly shadow: boolean;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly trigger: Readonly<Record<string, unknown>> | null;
}

/** Bounds one statement when an event matches many rules. */
const MAX_AT_ONCE = 1_000;

/** One statement for many; an event or a tick that has its execution already leaves it as it is. */
export async function insertExecutions(
  db: Kysely<Tables>,
  executions: readonly NewExecution[],
): Promise<void> {
  for (let from = 0; from < executions.length; from += MAX_AT_ONCE)
    await insertSome(db, JSON.stringify(executions.slice(from, from + MAX_AT_ONCE)));
}

async function insertSome(db: Kysely<Tables>, executions: string): Promise<void> {
  await sql`
    insert into automation_executions
      (id, organization_id, rule_id, event_id, site_id, scheduled_for, author_id, shadow, status, reason, trigger,
       finished_at)
    select e.id, e.organization_id, e.rule_id, e.event_id, e.site_id, e.scheduled_for, e.author_id, e.shadow, e.status,
      e.reason, e.trigger, case when e.status = 'skipped' then clock_timestamp() end
    from jsonb_to_recordset(${executions}::jsonb) as e(id uuid, organization_id uuid, rule_id uuid, event_id uuid,
      site_id uuid, scheduled_for timestamptz, author_id uuid, shadow boolean, status text, reason text, trigger jsonb)
    on conflict do nothing`.execute(db);
}
