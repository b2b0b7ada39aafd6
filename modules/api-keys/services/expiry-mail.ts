import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type Mailer, mailNotConfigured, mailRefused } from '@patchbay/kernel/mail';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { People } from '@patchbay/module-identity/contract';

/** The key and its owner in a letter about its end. */
export interface ExpiryLetter {
  readonly organization_id: string;
  readonly key_id: string;
  readonly within_days: number;
}

/** Writes to the owners of keys that are about to expire. */
export class ExpiryMail extends Service<{
  database: Database;
  people: People;
  mailer: Mailer;
  logger: Logger;
}> {
  /** Sends nothing for a key that was revoked meanwhile; throws what may be tried again. */
  async send({ organization_id, key_id, within_days }: ExpiryLetter): Promise<void> {
    const found = await this.#keyAndOwner(organization_id, key_id);
    if (found === undefined) return;
    const { key, email } = found;
    try {
      await this.parts.mailer.send({
        to: email,
        subject: 'An API key is about to expire',
        text: letterOf(key),
        message_id: `api-key-${key_id}-${within_days}`,
      });
    } catch (error) {
      if (!mailNotConfigured.matches(error) && !mailRefused.matches(error)) throw error;
      this.parts.logger.warn('the owner of an expiring key could not be written to', { key_id, error });
    }
  }

  #keyAndOwner(organization_id: string, key_id: string) {
    return this.parts.database.read(systemPrincipal(organization_id), async (unit) => {
      const key = await unit.sql
        .selectFrom('api_keys')
        .select(['name', 'prefix', 'user_id', 'expires_at'])
        .where('id', '=', key_id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      const owner = key && (await this.parts.people.byIds(unit, [key.user_id])).get(key.user_id);
      return key && owner?.is_active ? { key, email: owner.email } : undefined;
    });
  }
}

const letterOf = ({
  name,
  prefix,
  expires_at,
}: {
  readonly name: string;
  readonly prefix: string;
  readonly expires_at: string | null;
}): string => `Your API key "${name}" (${prefix}) expires at ${expires_at}.

Whatever uses it is refused from then on. Make a new key, put it in its place, and revoke the old one.
`;
