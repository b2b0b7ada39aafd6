import { contributeWith } from '@patchbay/kernel/extension';
import Type from 'typebox';
import { NOTIFICATION_CHANNELS } from './contract.ts';
import { INBOX } from './tokens.ts';

const Settings = Type.Object(
  { user_ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
);

/** Channel `in_app`: into the inboxes of users of the organization. */
export const inAppChannel = contributeWith(NOTIFICATION_CHANNELS, { inbox: INBOX }, ({ inbox }) => ({
  id: 'in_app',
  title: 'In the product',
  settings: Settings,
  async deliver(principal, message, settings) {
    const { user_ids } = settings as { readonly user_ids: readonly string[] };
    await inbox.deliver(principal, user_ids, message);
  },
}));
