import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const NotificationsConfig = Type.Object({
  /** Destinations that may have private addresses; the Fabric's own webhooks keep to the same list. */
  FABRIC_WEBHOOK_ALLOWED_HOSTS: Type.Array(Type.String(), { default: [] }),
});

export const NOTIFICATIONS_CONFIG = moduleConfig('notifications', NotificationsConfig);
