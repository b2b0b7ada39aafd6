import { createHmac } from 'node:crypto';
import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
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
    const at = now.toISOString();
    const until = new Date(now.getTime() + LOCKED_MS).toISOString();
    const { rows } = await sql`
      insert into login_attempts as a (login_key, failures, updated_at) values (${login_key}, 1, ${at})
      on conflict (login_key) do update set
        failures = case when a.locked_until is null then a.failures + 1 else 1 end,
        locked_until = case when a.locked_until is null and a.failures + 1 >= ${MOST_FAILURES}::integer
          then ${until}::timestamptz end,
        updated_at = excluded.updated_at
      where a.locked_until is null or a.locked_until <= ${at}::timestamptz
      returning 1`.execute(trx);
    if (rows.length === 0) throw accountLocked({ retryAfterSeconds: LOCKED_MS / 1_000 });
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
