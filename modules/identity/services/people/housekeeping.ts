import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

const sweepExemption = exempt('identity.sweep', 'what has run out is removed in every organization');

const DAY_MS = 86_400_000;
/** Ended sessions stay a while, so that the use of a stolen refresh token is noticed. */
const SESSIONS_KEPT_DAYS = 30;
const ATTEMPTS_KEPT_DAYS = 30;
/** Longer than the hour in which mails are counted. */
const RESETS_KEPT_DAYS = 1;
const CHANGES_OF_EMAIL_KEPT_DAYS = 1;
const CHANGES_KEPT_DAYS = 1;
const MAX_PER_SWEEP = 10_000;

/** Removes sessions, resets, counters and notes that nothing asks for any more. */
export class Housekeeping extends Service<{ database: Database; clock: Clock }> {
  async sweep(): Promise<void> {
    await this.parts.database.asSystem(sweepExemption, async (trx) => {
      const old = trx
        .selectFrom('sessions')
        .select('id')
        .where('expires_at', '<', this.#daysAgo(SESSIONS_KEPT_DAYS))
        .limit(MAX_PER_SWEEP);
      await trx.deleteFrom('sessions').where('id', 'in', old).execute();
      await this.#sweepEmailChanges(trx);
      const spent = trx
        .selectFrom('password_resets')
        .select('id')
        .where('expires_at', '<', this.#daysAgo(RESETS_KEPT_DAYS))
        .limit(MAX_PER_SWEEP);
      await trx.deleteFrom('password_resets').where('id', 'in', spent).execute();
      await trx
        .deleteFrom('login_attempts')
        .where('updated_at', '<', this.#daysAgo(ATTEMPTS_KEPT_DAYS))
        .execute();
      await trx
        .deleteFrom('authority_changes')
        .where('changed_at', '<', this.#daysAgo(CHANGES_KEPT_DAYS))
        .execute();
    });
  }

  async #sweepEmailChanges(trx: Kysely<Tables>): Promise<void> {
    const over = trx
      .selectFrom('email_changes')
      .select('id')
      .where('expires_at', '<', this.#daysAgo(CHANGES_OF_EMAIL_KEPT_DAYS))
      .limit(MAX_PER_SWEEP);
    await trx.deleteFrom('email_changes').where('id', 'in', over).execute();
  }

  #daysAgo(days: number): string {
    return new Date(this.parts.clock.now().getTime() - days * DAY_MS).toISOString();
  }
}
