import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

/** Why a subscription was switched off by the platform; null where a person did it. */
export type DisabledReason = 'failing' | 'gone' | 'author_disabled';

/** The platform switched a subscription off; its receiver needs attention, or another author. */
export const webhookDisabled = defineEvent({
  type: 'webhooks.subscription.disabled',
  title: 'Webhook disabled',
  description:
    'A webhook was switched off: its receiver failed for days (failing), said that it is gone (gone), or its author can no longer act (author_disabled).',
  category: 'webhooks',
  priority: 'high',
  access: { permission: 'webhook:write' },
  payload: Type.Object({
    webhook_id: Type.String(),
    name: Type.String(),
    author_id: Type.String(),
    reason: Type.Enum(['failing', 'gone', 'author_disabled']),
    failing_since: NullableText,
  }),
});
