import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

const catchUpExemption = exempt(
  'webhooks.catch_up',
  'webhooks of all organizations scan the log beyond their position',
);

/**
 * Scans the log for subscriptions beyond their notices: one that rarely matches stays near its end, and one whose
 * notice was lost finds its events all the same.
 */
export class BacklogScan extends Service<{
  database: Pick<Database, 'asSystem'>;
  clock: Clock;
  wake: () => void;
}> {
  /** Scans for subscriptions more than so many places behind; and serves due ones. */
  async look(behind: number): Promise<void> {
    const now = this.parts.clock.now().toISOString();
    await this.parts.database.asSystem(catchUpExemption, async (db) => {
      await sql`
        with behind as (
          select q.id, head.cursor from webhook_queues q
          join webhook_subscriptions s on s.id = q.id and s.is_enabled and s.deleted_at is null
          cross join lateral (select cursor from event_log where organization_id = q.organization_id
                                and cursor is not null order by cursor desc limit 1) head
          where head.cursor > greatest(q.position, q.wanted_to) + ${behind}
          order by q.id for update of q)
        update webhook_queues q set wanted_to = behind.cursor,
          due_at = case when q.blocked and q.due_at is not null then q.due_at
                        else least(coalesce(q.due_at, ${now}::timestamptz), ${now}::timestamptz) end
        from behind where q.id = behind.id`.execute(db);
    });
    this.parts.wake();
  }
}
