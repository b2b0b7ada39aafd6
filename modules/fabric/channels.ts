import { contributeWith } from '@patchbay/kernel/extension';
import { NOTIFICATION_CHANNELS } from '@patchbay/module-notifications/contract';
import Type from 'typebox';
import { WEBHOOK_SENDER } from './tokens.ts';

const Settings = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 8_192 }) },
  { additionalProperties: false },
);

/** Channel `webhook` of `fabric.notify`. */
export const webhookChannel = contributeWith(
  NOTIFICATION_CHANNELS,
  { sender: WEBHOOK_SENDER },
  ({ sender }) => ({
    id: 'webhook',
    title: 'Webhook',
    settings: Settings,
    async deliver(_principal, { title, body, event_id, effect_id }, settings, signal) {
      const { url } = settings as { readonly url: string };
      await sender.send({ url, payload: { title, body, event_id } }, { effect_id, signal });
    },
  }),
);
