import type { Database } from '@patchbay/kernel/database';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Attempts } from '../../contract.ts';
import { wrongPassword } from '../../errors.ts';

/** The caller's password shown once more, before a second factor goes. */
export class OwnPassword {
  readonly #database: Database;
  readonly #passwords: Pick<Passwords, 'verify'>;
  readonly #attempts: Attempts;

  constructor(database: Database, passwords: Pick<Passwords, 'verify'>, attempts: Attempts) {
    this.#database = database;
    this.#passwords = passwords;
    this.#attempts = attempts;
  }

  /**
   * Throws `identity.wrong_password` and `identity.account_locked`; guesses count with those of changing the
   * password. Accounts without a password have nothing to show.
   */
  async show(principal: Principal, password: string | undefined, ip: string): Promise<void> {
    const hash = await this.#storedHash(principal);
    if (hash === null) return;
    const subject = `password-change ${principal.user_id}`;
    await this.#attempts.assertOpen(subject);
    if (await this.#passwords.verify(password ?? '', hash)) return this.#attempts.succeeded(subject);
    await this.#recordRefusal(principal, ip);
    await this.#attempts.failed(subject);
    throw wrongPassword();
  }

  async #storedHash(principal: Principal): Promise<string | null> {
    const row = await this.#database.read(principal, ({ sql }) =>
      sql
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', principal.user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    return row.password_hash;
  }

  async #recordRefusal({ user_id, organization_id }: Principal, ip: string): Promise<void> {
    await this.#database.write(systemPrincipal(organization_id), async (work) => {
      work.audit.record({
        action: 'auth.mfa_disable_refused',
        target_type: 'user',
        target_id: user_id,
        detail: { ip },
      });
    });
  }
}
