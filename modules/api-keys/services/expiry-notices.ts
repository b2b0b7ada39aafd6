import { type Database, exempt, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { apiKeyExpiring } from '../contract.ts';

const noticesExemption = exempt('api_keys.expiring', 'keys of every organization that are about to expire');

const DAY_MS = 86_400_000;
/** Days before its end at which a notice goes out, the most pressing first. */
const NOTICES = [1, 7] as const;
const BATCH = 200;

interface Expiring {
  readonly id: string;
  readonly organization_id: string;
}

/** Puts a mail about a key in line, with the notice. */
export type MailLater = (
  work: UnitOfWork,
  mail: { readonly key_id: string; readonly within_days: number },
) => void;

/** Notifies owners of keys that are about to expire: once a week before, once a day before. */
export class ExpiryNotices extends Service<{ database: Database; clock: Clock; logger: Logger }> {
  /** Answers how many notices were given; ends early at the signal, the rest follows the next day. */
  async run(mailLater: MailLater, signal?: AbortSignal): Promise<number> {
    let given = 0;
    for (const days of NOTICES) {
      let after: string | undefined;
      do {
        const batch = await this.#due(days, after);
        for (const key of batch) if (await this.#notice(key, days, mailLater)) given += 1;
        after = batch.length === BATCH ? batch.at(-1)?.id : undefined;
      } while (after !== undefined && !signal?.aborted);
    }
    return given;
  }

  #due(days: number, after: string | undefined): Promise<readonly Expiring[]> {
    return this.parts.database.asSystem(noticesExemption, (trx) => {
      let due = trx
        .selectFrom('api_keys')
        .select(['id', 'organization_id'])
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', this.parts.clock.now().toISOString())
        .where('expires_at', '<=', this.#inDays(days))
        .where(({ eb, or }) => or([eb('noticed_days', 'is', null), eb('noticed_days', '>', days)]));
      if (after !== undefined) due = due.where('id', '>', after);
      return due.orderBy('id').limit(BATCH).execute();
    });
  }

  /** A failed notice must not keep the others from being sent. */
  async #notice(
    { id, organization_id }: Expiring,
    within_days: number,
    mailLater: MailLater,
  ): Promise<boolean> {
    try {
      return await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
        const key = await work.sql
          .updateTable('api_keys')
          .set({ noticed_days: within_days })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .where(({ eb, or }) => or([eb('noticed_days', 'is', null), eb('noticed_days', '>', within_days)]))
          .returning(['user_id', 'name', 'prefix', 'expires_at'])
          .executeTakeFirst();
        if (key === undefined) return false;
        const { user_id, name, prefix } = key;
        const expires_at = String(key.expires_at);
        work.events.publish(apiKeyExpiring, { key_id: id, user_id, name, prefix, expires_at, within_days });
        work.audit.record({
          action: 'api_keys.expiry_notice',
          target_type: 'api_key',
          target_id: id,
          detail: { user_id, prefix, expires_at, within_days },
        });
        mailLater(work, { key_id: id, within_days });
        return true;
      });
    } catch (error) {
      this.parts.logger.error('a notice about an expiring key was not given', { key_id: id, error });
      return false;
    }
  }

  #inDays(days: number): string {
    return new Date(this.parts.clock.now().getTime() + days * DAY_MS).toISOString();
  }
}
