import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

/** Published once for a row of failures, until a message gets through again. */
export const channelFailing = defineEvent({
  type: 'notifications.channel.failing',
  title: 'Notification channel failing',
  description: 'Messages to a channel that the organization keeps do not get through.',
  category: 'notifications',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    channel_id: Type.String(),
    name: Type.String(),
    last_error: Type.String(),
  }),
});
