import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Accounts, Authority } from '../../contract.ts';
import { resetTokenRefused } from '../../errors/accounts.ts';
import type { MailedTokens } from '../passwords/mailed-tokens.ts';
import { type FoundReset, findReset, supersedeResets } from './live-resets.ts';

const resetExemption = exempt('identity.password_reset', 'a reset token names no organization');

export interface ResetInput {
  readonly token: string;
  readonly password: string;
}

/** Sets a new password for the holder of the token of a reset mail (SPEC 4.2, DECISIONS 11). */
export class PasswordReset extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'hashPassword'>;
  authority: Pick<Authority, 'changed'>;
  tokens: Pick<MailedTokens, 'idOf'>;
  clock: Clock;
}> {
  /**
   * Ends every session and keeps second factors and locks. Throws `identity.reset_token_refused`; a password
   * that breaks the rules does not use the token up.
   */
  async reset({ token, password }: ResetInput, ip: string): Promise<void> {
    const reset = await this.#find(token);
    if (!reset.is_live) return this.#refuse(reset, ip);
    const password_hash = await this.parts.accounts.hashPassword(password, 'password', reset);
    const won = await this.parts.database.write(systemPrincipal(reset.organization_id), (work) =>
      this.#apply(work, reset, password_hash, ip),
    );
    if (!won) return this.#refuse(reset, ip);
  }

  async #find(token: string): Promise<FoundReset> {
    const reset_id = this.parts.tokens.idOf(token);
    if (reset_id === undefined) throw resetTokenRefused();
    const reset = await this.parts.database.asSystem(resetExemption, (trx) =>
      findReset(trx, reset_id, this.parts.clock.now()),
    );
    if (reset === undefined) throw resetTokenRefused();
    return reset;
  }

  /** The user's row is locked first, as requests do; of parallel uses one finds the reset live. */
  async #apply(work: UnitOfWork, reset: FoundReset, password_hash: string, ip: string): Promise<boolean> {
    const { user_id } = reset;
    const now = this.parts.clock.now();
    await work.sql.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
    if (!(await findReset(work.sql, reset.id, now))?.is_live) return false;
    const used = await work.sql
      .updateTable('password_resets')
      .set({ used_at: now.toISOString() })
      .where('id', '=', reset.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (used === undefined) return false;
    await supersedeResets(work.sql, user_id, now);
    await work.sql
      .updateTable('users')
      .set((row) => ({
        password_hash,
        token_version: row('token_version', '+', 1),
        updated_at: sql<string>`now()`,
      }))
      .where('id', '=', user_id)
      .execute();
    record(work, 'auth.password_reset', user_id, ip);
    work.afterCommit(() => this.parts.authority.changed(user_id));
    return true;
  }

  async #refuse({ organization_id, user_id }: FoundReset, ip: string): Promise<never> {
    await this.parts.database.write(systemPrincipal(organization_id), async (work) =>
      record(work, 'auth.password_reset_refused', user_id, ip),
    );
    throw resetTokenRefused();
  }
}

const record = (work: UnitOfWork, action: string, user_id: string, ip: string): void =>
  work.audit.record({ action, target_type: 'user', target_id: user_id, detail: { ip } });
