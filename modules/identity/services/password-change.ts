import type { Database } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Attempts, Authority } from '../contract.ts';
import { wrongPassword } from '../errors.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { supersedeResets } from './recovery/live-resets.ts';
import { ownRow } from './sessions.ts';

/** Changing one's own password; ends every session, this one included (SPEC 3.2). */
export class PasswordChange {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #passwords: Passwords;
  readonly #policy: PasswordPolicy;
  readonly #attempts: Attempts;
  readonly #clock: Clock;

  constructor(
    database: Database,
    authority: Authority,
    passwords: Passwords,
    policy: PasswordPolicy,
    attempts: Attempts,
    clock: Clock,
  ) {
    this.#database = database;
    this.#authority = authority;
    this.#passwords = passwords;
    this.#policy = policy;
    this.#attempts = attempts;
    this.#clock = clock;
  }

  async change(principal: Principal, current_password: string, new_password: string): Promise<void> {
    const own = await this.#own(principal);
    await this.#policy.check(new_password, 'new_password', own);
    const before = own?.password_hash ?? null;
    await this.#verify(principal, before, current_password);
    const password_hash = await this.#passwords.hash(new_password);
    await this.#database.write(principal, async (work) => {
      const now = await ownRow(work, principal);
      if (now.password_hash !== before) throw wrongPassword();
      await work.sql
        .updateTable('users')
        .set((row) => ({ password_hash, token_version: row('token_version', '+', 1) }))
        .where('id', '=', principal.user_id)
        .execute();
      await supersedeResets(work.sql, String(principal.user_id), this.#clock.now());
      work.audit.record({
        action: 'auth.password_changed',
        target_type: 'user',
        target_id: principal.user_id,
      });
      work.afterCommit(() => this.#authority.changed(String(principal.user_id)));
    });
  }

  #own(principal: Principal) {
    return this.#database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('users')
        .select(['password_hash', 'username', 'email'])
        .where('id', '=', principal.user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }

  /** Whether the current password is right; guesses are counted and locked. */
  async #verify(principal: Principal, hash: string | null, current_password: string): Promise<void> {
    const user_id = String(principal.user_id);
    const subject = `password-change ${user_id}`;
    await this.#attempts.assertOpen(subject, user_id);
    const right = await this.#passwords.verify(current_password, hash);
    if (right) return this.#attempts.succeeded(subject);
    await this.#attempts.failed(subject, user_id);
    await this.#database.write(principal, async (work) => {
      work.audit.record({ action: 'auth.password_change_refused', target_type: 'user', target_id: user_id });
    });
    throw wrongPassword();
  }
}
