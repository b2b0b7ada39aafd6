import { createAlerts } from './001-alerts.ts';
import { organizationAlerts } from './002-organization-rows.ts';

export const migrations = [createAlerts, organizationAlerts];
