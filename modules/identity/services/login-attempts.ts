import { createHmac } from 'node:crypto';
import type { Kysely, Tables } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { accountLocked } from '../errors.ts';
import { foldLogin } from './login-name.ts';

const MOST_FAILURES = 5;
const LOCKED_MS = 30 * 60_000;

/**
 * Consecutive failures per login (DECISIONS 8). Counting is a compare-and-set after the password check, so
 * that of many parallel guesses none counts once the fifth failure is written, a right one included.
 */
export class LoginAttempts {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(secrets: Pick<SecretBox, 'deriveKey'>, clock: Clock) {
    this.#key = secrets.deriveKey('login-attempts');
    this.#clock = clock;
  }

  keyOf(login: string): string {
    return createHmac('sha256', this.#key).update(foldLogin(login)).digest('base64url');
  }

  /** Throws `identity.account_locked` while the login is locked. */
  async assertOpen(trx: Kysely<Tables>, login_key: string): Promise<void> {
    const row = await trx
      .selectFrom('login_attempts')
      .select('locked_until')
      .where('login_key', '=', login_key)
      .executeTakeFirst();
    this.#refuseIfLocked(row?.locked_until ?? null);
  }

  /** Counts a failure; throws `identity.account_locked` when the login was locked meanwhile. */
  async failed(trx: Kysely<Tables>, login_key: string): Promise<void> {
    const now = this.#clock.now();
    const updated_at = now.toISOString();
    const until = new Date(now.getTime() + LOCKED_MS).toISOString();
    const row = await trx
      .insertInto('login_attempts')
      .values({ login_key, failures: 1, locked_until: null, updated_at })
      .onConflict((conflict) =>
        conflict
          .column('login_key')
          .doUpdateSet(({ eb, ref }) => {
            const lapsed = eb('login_attempts.locked_until', 'is not', null);
            const failures = eb
              .case()
              .when(lapsed)
              .then(1)
              .else(eb(ref('login_attempts.failures'), '+', 1))
              .end();
            const locked_until = eb
              .case()
              .when(eb.and([eb.not(lapsed), eb('login_attempts.failures', '>=', MOST_FAILURES - 1)]))
              .then(until)
              .else(null)
              .end();
            return { failures, locked_until, updated_at };
          })
          .where(({ eb, or }) =>
            or([
              eb('login_attempts.locked_until', 'is', null),
              eb('login_attempts.locked_until', '<=', updated_at),
            ]),
          ),
      )
      .returning('login_key')
      .executeTakeFirst();
    if (row === undefined) throw accountLocked({ retryAfterSeconds: LOCKED_MS / 1_000 });
  }

  /** Forgets the failures; throws `identity.account_locked` when the login was locked meanwhile. */
  async succeeded(trx: Kysely<Tables>, login_key: string): Promise<void> {
    const row = await trx
      .selectFrom('login_attempts')
      .select('locked_until')
      .where('login_key', '=', login_key)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    this.#refuseIfLocked(row.locked_until);
    await trx.deleteFrom('login_attempts').where('login_key', '=', login_key).execute();
  }

  #refuseIfLocked(locked_until: string | null): void {
    const leftMs = locked_until === null ? 0 : Date.parse(locked_until) - this.#clock.now().getTime();
    if (leftMs > 0) throw accountLocked({ retryAfterSeconds: Math.ceil(leftMs / 1_000) });
  }
}
