import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { causationOf, type FailedRun } from '@patchbay/runs';
import { executionFailed } from '../../events.ts';

/** Says of an execution that it failed, in the transaction that writes it. */
export async function publishFailure(
  work: UnitOfWork,
  { id: execution_id, owner_id: rule_id, event_id, reason }: FailedRun,
): Promise<void> {
  const { rows } = await sql<{
    name: string;
    site_id: string | null;
    causation: readonly string[] | null;
  }>`
    select r.name, e.site_id, (select causation from event_log where id = e.event_id) as causation
    from automation_executions e join automation_rules r on r.id = e.rule_id
    where e.id = ${execution_id}::uuid`.execute(work.sql);
  const { name = '', site_id = null, causation = null } = rows[0] ?? {};
  const led =
    event_id === null ? [rule_id] : causationOf({ id: event_id, causation: causation ?? [] }, rule_id);
  work.events.publish(
    executionFailed,
    { execution_id, rule_id, name, event_id, reason },
    { site_id, causation: led },
  );
}
