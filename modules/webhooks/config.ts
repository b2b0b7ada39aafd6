import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const WebhooksConfig = Type.Object({
  /** Destinations that may have private addresses; the Fabric's own webhooks keep to the same list. */
  FABRIC_WEBHOOK_ALLOWED_HOSTS: Type.Array(Type.String(), { default: [] }),
});

export const WEBHOOKS_CONFIG = moduleConfig('webhooks', WebhooksConfig);
