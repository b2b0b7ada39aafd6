import { type Database, exempt, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Accounts } from '../../contract.ts';
import { emailTokenRefused } from '../../errors/accounts.ts';
import type { MailedTokens } from '../passwords/mailed-tokens.ts';
import { type FoundChange, findChange } from './live-changes.ts';

const confirmExemption = exempt('identity.email_confirmation', 'the token of a mail names no organization');

/** Makes a new address count once its mailbox has shown its token. */
export class EmailConfirmation extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'lock' | 'change'>;
  tokens: Pick<MailedTokens, 'idOf'>;
  clock: Clock;
}> {
  /** Works once. Throws `identity.email_token_refused`, and `identity.login_taken` when the address was taken meanwhile. */
  async confirm(token: string, ip: string): Promise<void> {
    const change_id = this.parts.tokens.idOf(token);
    if (change_id === undefined) throw emailTokenRefused();
    const found = await this.parts.database.asSystem(confirmExemption, (trx) =>
      findChange(trx, change_id, this.parts.clock.now()),
    );
    if (found === undefined) throw emailTokenRefused();
    const system = systemPrincipal(found.organization_id);
    const won =
      found.is_live && (await this.parts.database.write(system, (work) => this.#apply(work, found, ip)));
    if (won) return;
    await this.parts.database.write(system, async (work) =>
      record(work, 'auth.email_confirmation_refused', found.user_id, ip),
    );
    throw emailTokenRefused();
  }

  /** The user's row is locked first, as requests do; of parallel uses one finds the change live. */
  async #apply(work: UnitOfWork, { id, user_id, new_email }: FoundChange, ip: string): Promise<boolean> {
    await this.parts.accounts.lock(work, user_id);
    const now = this.parts.clock.now();
    if (!(await findChange(work.sql, id, now))?.is_live) return false;
    await work.sql
      .updateTable('email_changes')
      .set({ confirmed_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
    await this.parts.accounts.change(work, user_id, { email: new_email });
    record(work, 'auth.email_changed', user_id, ip);
    return true;
  }
}

const record = (work: UnitOfWork, action: string, user_id: string, ip: string): void =>
  work.audit.record({ action, target_type: 'user', target_id: user_id, detail: { ip } });
