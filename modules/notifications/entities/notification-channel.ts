import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';
import type { Priority } from '../contract/priorities.ts';
import type { QuietHours } from '../services/delivery/quiet-hours.ts';

export const CHANNEL_KINDS = ['slack', 'teams', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A room or receiver that an organization keeps; its URL permits posting there, so it is sealed. */
export const KeptChannel = defineTable('notification_channels', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    kind: p.string().$type<ChannelKind>(),
    host: p.string(),
    sealed_url: p.text(),
    is_enabled: p.boolean().default(true),
    /** Whether users may have there what they ask for; otherwise administrators alone. */
    open_to_users: p.boolean().default(false),
    /** Null: all. */
    categories: p.json<readonly string[]>().nullable(),
    /** Null: sends only notices that users want there. */
    minimum_priority: p.string().$type<Priority>().nullable(),
    digest_minutes: p.integer().default(0),
    quiet_hours: p.json<QuietHours>().nullable(),
  },
  lock: [rowSecurity('notification_channels', null), organizationRows('notification_channels')],
});
