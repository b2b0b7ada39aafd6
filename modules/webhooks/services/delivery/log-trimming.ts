import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

const trimExemption = exempt(
  'webhooks.trim',
  'old deliveries of all organizations are forgotten by age and number alone',
);

/** The delivery log, and with it the numbers of events, is kept so long. */
export const KEPT_DAYS = 30;
/** And so many deliveries of one subscription. */
const MAX_KEPT = 20_000;
const AT_ONCE = 5_000;
const MAX_ROUNDS = 200;
const DAY_MS = 86_400_000;

/** Keeps the delivery log bounded, in small steps. Waiting deliveries are never removed. */
export class LogTrimming extends Service<{ database: Pick<Database, 'asSystem'>; clock: Clock }> {
  async trim(): Promise<void> {
    const before = new Date(this.parts.clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString();
    await this.#inSteps((db) =>
      sql<{ removed: number }>`
        with old as (select id from webhook_deliveries
                     where created_at < ${before}::timestamptz and status <> 'waiting' limit ${AT_ONCE}),
        gone as (delete from webhook_deliveries d using old where d.id = old.id returning 1)
        select count(*) as removed from gone`.execute(db),
    );
    await this.#inSteps((db) =>
      sql<{ removed: number }>`
        with surplus as (
          select d.id from webhook_queues q
          cross join lateral (select id from webhook_deliveries where subscription_id = q.id
                              order by id desc offset ${MAX_KEPT} limit 1) newest
          join webhook_deliveries d on d.subscription_id = q.id and d.id <= newest.id and d.status <> 'waiting'
          limit ${AT_ONCE}),
        gone as (delete from webhook_deliveries d using surplus where d.id = surplus.id returning 1)
        select count(*) as removed from gone`.execute(db),
    );
  }

  async #inSteps(
    step: (db: Kysely<Tables>) => Promise<{ readonly rows: readonly { readonly removed: number }[] }>,
  ): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { rows } = await this.parts.database.asSystem(trimExemption, step);
      if ((rows[0]?.removed ?? 0) < AT_ONCE) return;
    }
  }
}
