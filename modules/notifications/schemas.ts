import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { PRIORITIES } from './contract/priorities.ts';
import { CHANNEL_KINDS } from './entities/notification-channel.ts';
import { DELIVERY_STATUSES } from './entities/notification-delivery.ts';
import { QuietHoursSchema } from './services/delivery/quiet-hours.ts';
import {
  Categories,
  DigestMinutes,
  PreferenceSettingsSchema,
} from './services/preferences/preference-settings.ts';

const Priorities = Type.Enum([...PRIORITIES]);
const Category = Type.String({ minLength: 1, maxLength: 64 });

export const NotificationReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String(),
  category: Type.String(),
  priority: Priorities,
  held_back: Type.Integer({ description: 'how many more of its subject came and are not shown' }),
  event_id: Nullable(Type.String()),
  read_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const NotificationQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    unread: Type.Optional(Type.Boolean({ description: 'only those not read, or only those read' })),
    category: Type.Optional(Category),
    priority: Type.Optional(Priorities),
  },
});

export const NotificationPatch = Type.Object({ read: Type.Boolean() });

export const MarkAllInput = Type.Object({
  read: Type.Boolean(),
  category: Type.Optional(Category),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'later messages, which were not seen, stay unread' }),
  ),
});
export const MarkAllReply = Type.Object({ changed: Type.Integer() });

export const InboxCounts = Type.Object({
  total: Type.Integer(),
  unread: Type.Integer(),
  unread_by_category: Type.Record(Type.String(), Type.Integer()),
  unread_by_priority: Type.Record(Type.String(), Type.Integer()),
});

export const PreferenceInput = Type.Partial(PreferenceSettingsSchema, { additionalProperties: false });
export const PreferenceReply = Type.Object({
  ...PreferenceSettingsSchema.properties,
  updated_at: Type.String(),
});

const ChannelName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]+$' });
const ChannelUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'a secret, since it permits posting there; it is never shown again',
});
const channelFields = {
  is_enabled: Type.Boolean(),
  open_to_users: Type.Boolean({ description: 'users may have their own notifications sent there' }),
  categories: Categories,
  minimum_priority: Type.Union([Priorities, Type.Null()], {
    description: 'events of the organization from this priority on; null for none',
  }),
  digest_minutes: DigestMinutes,
  quiet_hours: Nullable(QuietHoursSchema),
};

export const ChannelInput = Type.Object({
  name: ChannelName,
  kind: Type.Enum([...CHANNEL_KINDS]),
  url: ChannelUrl,
  ...Type.Partial(Type.Object(channelFields)).properties,
});
export const ChannelPatch = Type.Partial(
  Type.Object({ name: ChannelName, url: ChannelUrl, ...channelFields }),
  { minProperties: 1 },
);
export const ChannelReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...CHANNEL_KINDS]),
  host: Nullable(Type.String({ description: 'for administrators' })),
  ...channelFields,
  failing_since: Nullable(Type.String()),
  last_error: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export const TestReply = Type.Object({
  delivered: Type.Boolean(),
  message: Nullable(Type.String()),
  notice_id: Type.String(),
});

const Id = Type.String({ format: 'uuid' });
export const DeliveryReply = Type.Object({
  id: Type.String(),
  notice_id: Type.String(),
  title: Type.String(),
  category: Type.String(),
  priority: Priorities,
  event_id: Nullable(Type.String()),
  channel: Type.String(),
  recipient: Type.String({ description: 'an address, a host or the name of a channel' }),
  user_id: Nullable(Type.String()),
  channel_id: Nullable(Type.String()),
  status: Type.Enum([...DELIVERY_STATUSES]),
  reason: Nullable(Type.String()),
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
  due_at: Type.String(),
  message_id: Nullable(Type.String({ description: 'id by which the receiver recognises the message' })),
  finished_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export const DeliveryQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
    channel: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    notice_id: Type.Optional(Id),
    channel_id: Type.Optional(Id),
    user_id: Type.Optional(Id),
  },
});
