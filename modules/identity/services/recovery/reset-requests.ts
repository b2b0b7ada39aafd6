import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { foldLogin } from '../sign-in/login-name.ts';
import { supersedeResets } from './live-resets.ts';

const requestExemption = exempt(
  'identity.reset_request',
  'an e-mail address is unique platform-wide and names no organization',
);

const GOOD_FOR_MS = 30 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Mails to one user within an hour; further requests are passed over quietly. */
const MAX_PER_HOUR = 3;
/** Requests under way; beyond it they are dropped, and users ask again. */
const MAX_UNDER_WAY = 500;

export interface ResetRequest {
  readonly email: string;
  readonly ip: string;
  /** Address the platform is reached at, for the link. */
  readonly base_url: string;
}

/** Adds the job that sends the mail to the unit. */
export type EnqueueResetMail = (
  work: UnitOfWork,
  order: { readonly reset_id: string; readonly base_url: string },
) => void;

interface Account {
  readonly id: string;
  readonly organization_id: string;
  readonly email_key: string;
}

/** Takes requests for a password reset; the answer does not wait for their work, so its time reveals nothing. */
export class ResetRequests extends Service<{
  database: Database;
  enqueue: EnqueueResetMail;
  clock: Clock;
  logger: Logger;
}> {
  readonly #underWay = new Set<Promise<void>>();

  /** Answers at once; the outcome goes to the mailbox. */
  accept(request: ResetRequest): void {
    if (this.#underWay.size >= MAX_UNDER_WAY) {
      this.parts.logger.warn('a request for a password reset was dropped: too many at once', {
        ip: request.ip,
      });
      return;
    }
    const handled = this.#handle(request)
      .catch((error: unknown) => this.parts.logger.error('a request for a password reset failed', { error }))
      .finally(() => this.#underWay.delete(handled));
    this.#underWay.add(handled);
  }

  async #handle(request: ResetRequest): Promise<void> {
    const account = await this.#find(foldLogin(request.email));
    if (account === undefined) return;
    await this.parts.database.write(systemPrincipal(account.organization_id), (work) =>
      this.#open(work, account, request),
    );
  }

  /** Users who sign in elsewhere have no password here, and a mailbox must not give them one. */
  #find(email_key: string): Promise<Account | undefined> {
    return this.parts.database.asSystem(requestExemption, (trx) =>
      trx
        .selectFrom('users')
        .innerJoin('organizations', 'organizations.id', 'users.organization_id')
        .select(['users.id', 'users.organization_id', 'users.email_key'])
        .where('users.email_key', '=', email_key)
        .where('users.is_active', '=', true)
        .where('users.password_hash', 'is not', null)
        .where('users.deleted_at', 'is', null)
        .where('organizations.is_active', '=', true)
        .where('organizations.deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }

  async #open(work: UnitOfWork, account: Account, { ip, base_url }: ResetRequest): Promise<void> {
    const now = this.parts.clock.now();
    await lockUser(work, account.id);
    const isOverLimit = (await this.#openedWithinAnHour(work, account.id, now)) >= MAX_PER_HOUR;
    record(work, account.id, isOverLimit ? { ip, reason: 'too_many' } : { ip });
    if (isOverLimit) return;
    await supersedeResets(work.sql, account.id, now);
    const reset_id = newId();
    await work.sql
      .insertInto('password_resets')
      .values({
        id: reset_id,
        organization_id: account.organization_id,
        user_id: account.id,
        email_key: account.email_key,
        expires_at: new Date(now.getTime() + GOOD_FOR_MS).toISOString(),
      })
      .execute();
    this.parts.enqueue(work, { reset_id, base_url });
  }

  async #openedWithinAnHour({ sql: trx }: UnitOfWork, user_id: string, now: Date): Promise<number> {
    const { total } = await trx
      .selectFrom('password_resets')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', user_id)
      .where('expires_at', '>', new Date(now.getTime() - HOUR_MS + GOOD_FOR_MS).toISOString())
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** Waits for requests that are still being handled. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

/** Of several requests for one user each sees what the one before did. */
const lockUser = ({ sql: trx }: UnitOfWork, user_id: string) =>
  trx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();

const record = (work: UnitOfWork, user_id: string, detail: { ip: string; reason?: string }): void =>
  work.audit.record({
    action:
      detail.reason === undefined ? 'auth.password_reset_requested' : 'auth.password_reset_request_refused',
    target_type: 'user',
    target_id: user_id,
    detail,
  });
