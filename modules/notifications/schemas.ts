import { pageQuerySchema } from '@patchbay/kernel/database';
import Type from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const NotificationReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String(),
  event_id: Nullable(Type.String()),
  read_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const NotificationQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: { unread: Type.Optional(Type.Boolean({ description: 'only those not read, or only those read' })) },
});

export const NotificationPatch = Type.Object({ read: Type.Boolean() });
