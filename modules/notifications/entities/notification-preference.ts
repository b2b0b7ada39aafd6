import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';
import type { PreferenceSettings } from '../services/preferences/preference-settings.ts';

/** Preferences of one user; absent for defaults. */
export const NotificationPreference = defineTable('notification_preferences', {
  columns: {
    ...tenantColumns,
    user_id: p.uuid(),
    settings: p.json<PreferenceSettings>(),
    /** Level of the least urgent events that any way of theirs takes. */
    lowest_level: p.integer(),
  },
  lock: rowSecurity('notification_preferences', null),
  constraints: ['unique (user_id)'],
  indexes: ['create index preferences_by_level on notification_preferences (organization_id, lowest_level)'],
});
