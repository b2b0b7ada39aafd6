import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { WebhooksConfig } from './config.ts';
import { webhookDisabled } from './contract.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { tidyWebhooks, watchWebhooks } from './jobs.ts';
import { webhookListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
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
  config: WebhooksConfig,
  entities,
  migrations,
  providers: webhookProviders,
  permissions: [webhookWrite],
  errors: Object.values(errors),
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
