import type { UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type Mailer, mailRefused } from '@patchbay/kernel/mail';
import { newId } from '@patchbay/kernel/schema';
import type { Logger } from '@patchbay/kernel/telemetry';
import Type, { type Static } from 'typebox';

export const EmailNotice = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** The former address; once another counts it is kept nowhere else. */
  to: Type.String(),
  username: Type.String(),
  new_email: Type.String(),
  happened: Type.Enum(['asked', 'changed']),
});
export type EmailNotice = Readonly<Static<typeof EmailNotice>>;

export type EnqueueNotice = (work: UnitOfWork, notice: EmailNotice) => void;

/** Notifies addresses that another takes their place, so that a takeover does not go unseen (RULES R23). */
export class EmailNotices extends Service<{
  enqueue: EnqueueNotice;
  mailer: Pick<Mailer, 'send'>;
  logger: Logger;
}> {
  /** The mail goes out once the unit is committed. */
  tell(work: UnitOfWork, notice: Omit<EmailNotice, 'id'>): void {
    this.parts.enqueue(work, { id: newId(), ...notice });
  }

  /** Throws while the mail server is out of reach. */
  async send(notice: EmailNotice): Promise<void> {
    try {
      await this.parts.mailer.send({
        to: notice.to,
        subject: SUBJECTS[notice.happened],
        text: TEXTS[notice.happened](notice),
        message_id: `email-notice-${notice.id}`,
      });
    } catch (error) {
      if (!mailRefused.matches(error)) throw error;
      this.parts.logger.warn('a notice to a former address will never be taken', { error });
    }
  }
}

const SUBJECTS = {
  asked: 'Your Patchbay e-mail address is about to change',
  changed: 'Your Patchbay e-mail address was changed',
} as const;

const TEXTS = {
  asked: ({ username, new_email }: EmailNotice): string =>
    `The Patchbay user ${username} asked to be reached at ${new_email} instead of this address. It changes as
soon as that address confirms it.

If you did not ask for this, change your password now: that ends your sessions and this request. Then tell your
administrator.
`,
  changed: ({ username, new_email }: EmailNotice): string =>
    `The e-mail address of the Patchbay user ${username} is ${new_email} from now on, instead of this address.

If neither you nor your administrator did this, tell your administrator at once.
`,
};
