import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { webhookDisabled } from './contract.ts';
import { WebhookDelivery } from './entities/webhook-delivery.ts';
import { WebhookQueue } from './entities/webhook-queue.ts';
import { WebhookSubscription } from './entities/webhook-subscription.ts';
import { WebhookTemplate } from './entities/webhook-template.ts';
import { webhookErrors } from './errors.ts';
import { tidyWebhooks, watchWebhooks } from './jobs.ts';
import { webhookListener } from './listeners.ts';
import { createWebhooks } from './migrations/001-webhooks.ts';
import { addBeginnings } from './migrations/002-beginnings.ts';
import { organizationWebhooks } from './migrations/003-organization-rows.ts';
import { shownAddresses } from './migrations/004-shown-addresses.ts';
import { webhookWrite } from './permissions.ts';
import { webhookProviders } from './providers.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { templateRoutes } from './routes/templates.ts';
import { subscriptionRoutes } from './routes/webhooks.ts';

export default defineModule({
  id: 'webhooks',
  title: 'Webhooks',
  status: 'available',
  prefixes: ['/webhooks'],
  requires: ['identity'],
  entities: [WebhookSubscription, WebhookQueue, WebhookDelivery, WebhookTemplate],
  migrations: [createWebhooks, addBeginnings, organizationWebhooks, shownAddresses],
  providers: webhookProviders,
  permissions: [webhookWrite],
  errors: webhookErrors,
  routes: [...subscriptionRoutes, ...deliveryRoutes, ...templateRoutes],
  events: [webhookDisabled],
  jobs: [watchWebhooks, tidyWebhooks],
  listeners: [webhookListener],
  contributes: [
    ...contribute(
      SEALED_COLUMNS,
      { table: 'webhook_subscriptions', column: 'sealed_secret' },
      { table: 'webhook_subscriptions', column: 'sealed_former_secret' },
    ),
  ],
});
