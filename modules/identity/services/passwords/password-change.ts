import type { Database } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority } from '../../contract.ts';
import { wrongPassword } from '../../errors/accounts.ts';
import { supersedeResets } from '../recovery/live-resets.ts';
import { ownRow } from '../tokens/sessions.ts';
import type { OwnPassword } from './own-password.ts';
import type { PasswordPolicy } from './password-policy.ts';

/** Changing one's own password; ends every session, this one included (SPEC 3.2). */
export class PasswordChange {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #passwords: Pick<Passwords, 'hash'>;
  readonly #policy: PasswordPolicy;
  readonly #own: OwnPassword;
  readonly #clock: Clock;

  constructor(
    database: Database,
    authority: Authority,
    passwords: Pick<Passwords, 'hash'>,
    policy: PasswordPolicy,
    own: OwnPassword,
    clock: Clock,
  ) {
    this.#database = database;
    this.#authority = authority;
    this.#passwords = passwords;
    this.#policy = policy;
    this.#own = own;
    this.#clock = clock;
  }

  async change(principal: Principal, current_password: string, new_password: string): Promise<void> {
    const row = await this.#row(principal);
    await this.#policy.check(new_password, 'new_password', row);
    const before = row?.password_hash ?? null;
    await this.#own.show(principal, before, current_password, { action: 'auth.password_change_refused' });
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

  #row(principal: Principal) {
    return this.#database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('users')
        .select(['password_hash', 'username', 'email'])
        .where('id', '=', principal.user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }
}
