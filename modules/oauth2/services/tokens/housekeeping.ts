import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

const sweepExemption = exempt('oauth2.sweep', 'what has run out is removed in every organization');

const DAY_MS = 86_400_000;
/** Spent codes stay a while, so that a repeated one is noticed. */
const CODES_KEPT_DAYS = 1;
const ENDED_GRANTS_KEPT_DAYS = 30;
const MAX_PER_SWEEP = 10_000;

/** Removes codes and tokens that have run out, and grants that ended long ago. */
export class Housekeeping extends Service<{ database: Pick<Database, 'asSystem'>; clock: Clock }> {
  async sweep(): Promise<void> {
    await this.parts.database.asSystem(sweepExemption, async (trx) => {
      for (const [table, column, days] of [
        ['oauth2_codes', 'expires_at', CODES_KEPT_DAYS],
        ['oauth2_access_tokens', 'expires_at', 0],
        ['oauth2_refresh_tokens', 'expires_at', 0],
        ['oauth2_grants', 'revoked_at', ENDED_GRANTS_KEPT_DAYS],
      ] as const)
        await sql`delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)} where ${sql.ref(column)} < ${this.#daysAgo(days)}
          limit ${MAX_PER_SWEEP})`.execute(trx);
    });
  }

  #daysAgo(days: number): string {
    return new Date(this.parts.clock.now().getTime() - days * DAY_MS).toISOString();
  }
}
