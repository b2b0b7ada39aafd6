import type { Database } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Attempts, Authority } from '../contract.ts';
import { wrongPassword } from '../errors.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { ownRow } from './sessions.ts';

/** Changing one's own password; ends every session, this one included (SPEC 3.2). */
export class PasswordChange {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #passwords: Passwords;
  readonly #policy: PasswordPolicy;
  readonly #attempts: Attempts;

  constructor(
    database: Database,
    authority: Authority,
    passwords: Passwords,
    policy: PasswordPolicy,
    attempts: Attempts,
  ) {
    this.#database = database;
    this.#authority = authority;
    this.#passwords = passwords;
    this.#policy = policy;
    this.#attempts = attempts;
  }

  async change(principal: Principal, current_password: string, new_password: string): Promise<void> {
    this.#policy.check(new_password, 'new_password');
    const before = await this.#verified(principal, current_password);
    const password_hash = await this.#passwords.hash(new_password);
    await this.#database.write(principal, async (work) => {
      const now = await ownRow(work, principal);
      if (now.password_hash !== before) throw wrongPassword();
      await work.sql
        .updateTable('users')
        .set((row) => ({ password_hash, token_version: row('token_version', '+', 1) }))
        .where('id', '=', principal.user_id)
        .execute();
      work.audit.record({
        action: 'auth.password_changed',
        target_type: 'user',
        target_id: principal.user_id,
      });
      work.afterCommit(() => this.#authority.changed(String(principal.user_id)));
    });
  }

  /** The stored hash, once the current password was shown to be right; guesses are counted and locked. */
  async #verified(principal: Principal, current_password: string): Promise<string | null> {
    const subject = `password-change ${principal.user_id}`;
    await this.#attempts.assertOpen(subject);
    const stored = await this.#database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', principal.user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    const hash = stored?.password_hash ?? null;
    const right = await this.#passwords.verify(current_password, hash);
    await (right ? this.#attempts.succeeded(subject) : this.#attempts.failed(subject));
    if (!right) throw wrongPassword();
    return hash;
  }
}
