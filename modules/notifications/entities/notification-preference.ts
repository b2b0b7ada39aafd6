import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';
import type { PreferenceSettings } from '../services/preferences/preference-settings.ts';

/** How one user wants to be told; absent for whoever never said. */
export const NotificationPreference = defineEntity({
  name: 'NotificationPreference',
  tableName: 'notification_preferences',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    settings: p.json<PreferenceSettings>(),
    /** Level of the least urgent events that any way of theirs takes. */
    lowest_level: p.integer(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    notification_preferences: InferKyselyTable<typeof NotificationPreference>;
  }
}
