import { contributeWith } from '@patchbay/kernel/extension';
import { NOTIFICATION_CHANNELS, receiverRefused } from '@patchbay/module-notifications/contract';
import Type from 'typebox';
import { isLastingRefusal, WebhookSender } from '../services/sinks/webhook-sender.ts';

const Settings = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 8_192 }) },
  { additionalProperties: false },
);

interface WebhookAddress {
  readonly url: string;
}

/** Channel `webhook` of notifications, signed as `fabric.webhook` is; a repeated one bears the same X-Fabric-Delivery. */
export const webhookChannel = contributeWith(
  NOTIFICATION_CHANNELS,
  { sender: WebhookSender },
  ({ sender }) => ({
    id: 'webhook',
    title: 'Webhook',
    settings: Settings,
    addressesOf(settings) {
      const { url } = settings as WebhookAddress;
      return [{ address: { url }, label: (URL.parse(url)?.host ?? '').slice(0, 254) }];
    },
    async send({ title, body, event_id, message_id }, address, signal) {
      const { url } = address as WebhookAddress;
      const payload = { title, body, event_id };
      await sender.send({ url, payload }, { effect_id: message_id, signal }).catch((cause: unknown) => {
        if (!isLastingRefusal(cause)) throw cause;
        throw receiverRefused({ message: cause instanceof Error ? cause.message : undefined, cause });
      });
    },
  }),
);
