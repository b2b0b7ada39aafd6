import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
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
export class PasswordChange extends Service<{
  database: Database;
  authority: Authority;
  passwords: Pick<Passwords, 'hash'>;
  policy: PasswordPolicy;
  own: OwnPassword;
  clock: Clock;
}> {
  async change(principal: Principal, current_password: string, new_password: string): Promise<void> {
    const row = await this.#row(principal);
    await this.parts.policy.check(new_password, 'new_password', row);
    const before = row?.password_hash ?? null;
    await this.parts.own.show(principal, before, current_password, {
      action: 'auth.password_change_refused',
    });
    const password_hash = await this.parts.passwords.hash(new_password);
    await this.parts.database.write(principal, async (work) => {
      const now = await ownRow(work, principal);
      if (now.password_hash !== before) throw wrongPassword();
      await work.sql
        .updateTable('users')
        .set((row) => ({ password_hash, token_version: row('token_version', '+', 1) }))
        .where('id', '=', principal.user_id)
        .execute();
      await supersedeResets(work.sql, String(principal.user_id), this.parts.clock.now());
      work.audit.record({
        action: 'auth.password_changed',
        target_type: 'user',
        target_id: principal.user_id,
      });
      work.afterCommit(() => this.parts.authority.changed(String(principal.user_id)));
    });
  }

  #row(principal: Principal) {
    return this.parts.database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('users')
        .select(['password_hash', 'username', 'email'])
        .where('id', '=', principal.user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }
}
