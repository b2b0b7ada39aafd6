import { createNotifications } from './001-notifications.ts';
import { createDeliveries } from './002-deliveries.ts';
import { organizationChannels } from './003-organization-rows.ts';

export const migrations = [createNotifications, createDeliveries, organizationChannels];
