import { migration, organizationRows } from '@patchbay/kernel/database';

/** People held to sites change none of these rows that belong to the whole organization. */
export const organizationWebhooks = migration(
  'webhooks.003-organization-rows',
  organizationRows('webhook_subscriptions'),
  organizationRows('webhook_templates'),
);
