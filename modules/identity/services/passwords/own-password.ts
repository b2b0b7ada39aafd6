import type { Database, Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Attempts } from '../../contract.ts';
import { wrongPassword } from '../../errors/accounts.ts';

/** The audit record a wrong password leaves. */
export interface Refusal {
  readonly action: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The caller's own password shown once more, before something of theirs changes that a thief would want. */
export class OwnPassword extends Service<{
  database: Database;
  passwords: Pick<Passwords, 'verify'>;
  attempts: Attempts;
}> {
  /**
   * Throws `identity.wrong_password` and `identity.account_locked`; wrong ones are recorded and counted with all
   * others of this user. `stored` null (no password set) is never right.
   */
  async show(principal: Principal, stored: string | null, given: string, refusal: Refusal): Promise<void> {
    const user_id = String(principal.user_id);
    const subject = `password-change ${user_id}`;
    await this.parts.attempts.assertOpen(subject, user_id);
    if (await this.parts.passwords.verify(given, stored)) return this.parts.attempts.succeeded(subject);
    await this.parts.database.write(principal, async (work) => {
      work.audit.record({ ...refusal, target_type: 'user', target_id: user_id });
    });
    await this.parts.attempts.failed(subject, user_id);
    throw wrongPassword();
  }
}

/** Null for accounts that sign in elsewhere: they have no password to show. */
export async function passwordOf(sql: Unit['sql'], user_id: string): Promise<string | null> {
  const { password_hash } = await sql
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return password_hash;
}
