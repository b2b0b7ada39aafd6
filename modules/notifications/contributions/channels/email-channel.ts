import { validationFailed } from '@patchbay/kernel/errors';
import { contributeWith } from '@patchbay/kernel/extension';
import { MAILER, type Mailer } from '@patchbay/kernel/mail';
import Type from 'typebox';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '../../contract.ts';
import { cutUnits } from '../../services/delivery/plain-text.ts';
import { htmlMail } from './html-mail.ts';

const Address = Type.String({ format: 'email', maxLength: 254 });
const Settings = Type.Object(
  { to: Type.Union([Address, Type.Array(Address, { minItems: 1, maxItems: 50, uniqueItems: true })]) },
  { additionalProperties: false },
);

/** The mailer's limit. */
const MAX_SUBJECT = 200;

/** Channel `email`: one mail per receiver, without the addresses of others. */
export function emailChannel(mailer: Pick<Mailer, 'send'>): NotificationChannel {
  return {
    id: 'email',
    title: 'E-mail',
    settings: Settings,
    // No more than the mailer sends at a time, so that none waits in its queue.
    maxAtOnce: 4,
    addressesOf(settings) {
      const { to } = settings as { readonly to: string | readonly string[] };
      return [...new Set([to].flat())].map((address) => ({ address, label: address }));
    },
    async send({ title, body, message_id }, address) {
      if (typeof address !== 'string') throw validationFailed();
      await mailer.send({
        to: address,
        subject: cutUnits(title, MAX_SUBJECT),
        text: `${title}\n\n${body}\n`,
        html: htmlMail({ title, body }),
        message_id,
      });
    },
  };
}

export const contributedEmail = contributeWith(NOTIFICATION_CHANNELS, { mailer: MAILER }, ({ mailer }) =>
  emailChannel(mailer),
);
