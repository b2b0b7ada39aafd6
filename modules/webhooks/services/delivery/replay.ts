import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { webhookNotEnabled } from '../../errors.ts';
import { headOf, makeDue } from '../queue/queue.ts';
import { subscriptions } from '../subscriptions/subscription-rows.ts';
import { KEPT_DAYS } from './log-trimming.ts';
import { retryNow } from './record-outcomes.ts';

const DAY_MS = 86_400_000;
/** Events get their place after commit, so their order in the log may differ from their times by as much. */
const DISORDER_MS = 60_000;

/**
 * Goes back in the log: everything since a time is delivered again, in order, and later events come after it.
 * Events keep the numbers they had, so a receiver fills its holes and recognises the rest.
 */
export class Replay extends Service<{ database: Pick<Database, 'write'>; clock: Clock; wake: () => void }> {
  replay(principal: Principal, id: string, since: string): Promise<{ webhook_id: string; since: string }> {
    const now = this.parts.clock.now();
    return this.parts.database.write(principal, async (work) => {
      const { is_enabled } = await subscriptions.hold(work, id);
      const from = within(since, now);
      if (!is_enabled) throw webhookNotEnabled();
      const head = await headOf(work);
      const first = await firstSince(work, head, from);
      await work.sql
        .updateTable('webhook_queues')
        .set({
          replay_to: sql<number>`greatest(replay_to, position)`,
          position: sql<number>`least(position, ${first - 1}::bigint)`,
          begins_at: sql<string>`least(begins_at, ${from}::timestamptz)`,
          wanted_to: sql<number>`greatest(wanted_to, ${head}::bigint)`,
          blocked: false,
        })
        .where('id', '=', id)
        .execute();
      await retryNow(work, id, now);
      await makeDue(work, id, now);
      work.audit.record({
        action: 'webhooks.replay',
        target_type: 'webhook',
        target_id: id,
        detail: { since: from },
      });
      work.afterCommit(() => this.parts.wake());
      return { webhook_id: id, since: from };
    });
  }
}

function within(since: string, now: Date): string {
  const sinceMs = Date.parse(since);
  if (sinceMs <= now.getTime() && sinceMs >= now.getTime() - KEPT_DAYS * DAY_MS)
    return new Date(sinceMs).toISOString();
  throw validationFailed({
    details: [{ field: 'since', message: `must lie within the last ${KEPT_DAYS} days`, type: 'range' }],
  });
}

/** The place of the first event that happened since then; one behind the newest if there is none. */
async function firstSince(work: UnitOfWork, head: number, since: string): Promise<number> {
  const roughly = new Date(Date.parse(since) - DISORDER_MS).toISOString();
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = await firstFrom(work, middle + 1, null);
    if (next === null || Date.parse(next.occurred_at) >= Date.parse(roughly)) high = middle;
    else low = next.cursor;
  }
  return (await firstFrom(work, low, since))?.cursor ?? head + 1;
}

async function firstFrom(
  { sql: db, organization_id }: UnitOfWork,
  cursor: number,
  since: string | null,
): Promise<{ readonly cursor: number; readonly occurred_at: string } | null> {
  const { rows } = await sql<{ cursor: number; occurred_at: string }>`
    select cursor, occurred_at from event_log
    where organization_id = ${organization_id}::uuid and cursor >= ${cursor}
      and (${since}::timestamptz is null or occurred_at >= ${since}::timestamptz)
    order by cursor limit 1`.execute(db);
  return rows[0] ?? null;
}
