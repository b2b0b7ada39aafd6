import { type Database, exempt, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { UserView } from '../../contract.ts';
import { loginTaken, tooManyEmailChanges } from '../../errors/accounts.ts';
import { foldLogin } from '../sign-in/login-name.ts';
import type { EmailNotices } from './email-notices.ts';
import { pendingEmail, supersedeChanges } from './live-changes.ts';

const takenExemption = exempt(
  'identity.email_taken',
  'an e-mail address is unique platform-wide, whatever organization has it',
);

const HOUR_MS = 60 * 60_000;
const GOOD_FOR_MS = 24 * HOUR_MS;
/** Mails to addresses that may be anybody's, of one user within an hour. */
const MAX_PER_HOUR = 5;

/** Adds the job that asks the new address to the unit. */
export type EnqueueConfirmation = (
  work: UnitOfWork,
  order: { readonly change_id: string; readonly base_url: string },
) => void;

/** People's own new addresses, which do not count before they are confirmed (RULES R23). */
export class EmailChanges extends Service<{
  database: Database;
  enqueue: EnqueueConfirmation;
  notices: Pick<EmailNotices, 'tell'>;
  clock: Clock;
}> {
  pendingOf({ sql: trx }: Unit, user_id: string): Promise<string | null> {
    return pendingEmail(trx, user_id, this.parts.clock.now());
  }

  /** Throws `identity.login_taken` for the address of another user; to be called before the unit opens. */
  async assertFree(user_id: string, email: string): Promise<void> {
    const other = await this.parts.database.readAsSystem(takenExemption, (trx) =>
      trx
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', foldLogin(email))
        .where('id', '!=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    if (other !== undefined) throw loginTaken();
  }

  /**
   * For a user whose row is locked: asks the new address and notifies the present one. A pending address is asked
   * once more, since mails get lost; either mail confirms it. The present address, sent again, withdraws the
   * pending one. Answers whether anything changed. Throws `identity.too_many_email_changes`.
   */
  async ask(work: UnitOfWork, user: UserView, email: string, base_url: string): Promise<boolean> {
    const now = this.parts.clock.now();
    const isRepeated = (await pendingEmail(work.sql, user.id, now)) === email;
    const ended = isRepeated ? 0 : await supersedeChanges(work.sql, user.id, now);
    if (email === user.email) {
      if (ended > 0) record(work, 'auth.email_change_withdrawn', user.id, {});
      return ended > 0;
    }
    await this.#assertRoom(work, user.id, now);
    const change_id = await this.#insert(work, user, email, now);
    this.parts.enqueue(work, { change_id, base_url });
    const { email: to, username } = user;
    if (!isRepeated) this.parts.notices.tell(work, { to, username, new_email: email, happened: 'asked' });
    record(work, 'auth.email_change_requested', user.id, { new_email: email });
    return true;
  }

  async #insert(work: UnitOfWork, user: UserView, new_email: string, now: Date): Promise<string> {
    const id = newId();
    await work.sql
      .insertInto('email_changes')
      .columns(['id', 'organization_id', 'user_id', 'old_email', 'new_email', 'token_version', 'expires_at'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select([
            from.val(id).as('id'),
            'organization_id',
            'users.id as user_id',
            'email as old_email',
            from.val(new_email).as('new_email'),
            'token_version',
            from.val(new Date(now.getTime() + GOOD_FOR_MS).toISOString()).as('expires_at'),
          ])
          .where('users.id', '=', user.id),
      )
      .execute();
    return id;
  }

  async #assertRoom({ sql: trx }: UnitOfWork, user_id: string, now: Date): Promise<void> {
    const { asked } = await trx
      .selectFrom('email_changes')
      .select(sql<number>`count(*)`.as('asked'))
      .where('user_id', '=', user_id)
      .where('expires_at', '>', new Date(now.getTime() - HOUR_MS + GOOD_FOR_MS).toISOString())
      .executeTakeFirstOrThrow();
    if (Number(asked) >= MAX_PER_HOUR) throw tooManyEmailChanges({ retryAfterSeconds: HOUR_MS / 1_000 });
  }
}

const record = (
  work: UnitOfWork,
  action: string,
  user_id: string,
  detail: Readonly<Record<string, unknown>>,
): void => work.audit.record({ action, target_type: 'user', target_id: user_id, detail });
