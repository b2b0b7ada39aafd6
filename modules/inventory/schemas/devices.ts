import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const closed = { additionalProperties: false };
const Id = Type.String({ format: 'uuid' });
const Text = Type.String();
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Kind = Type.String({ minLength: 1, maxLength: 50 });
const Tag = Type.String({ pattern: '^[^\\p{C}\\s](?:[^\\p{C}]{0,62}[^\\p{C}\\s])?$', examples: ['core'] });

/** Fields kept by people; a sync does not write them. */
const kept = {
  tags: Type.Optional(Type.Array(Tag, { maxItems: 50, uniqueItems: true })),
  notes: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 10_000 }))),
  location: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 300 }))),
  custom_fields: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
      Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
      { ...closed, maxProperties: 50, description: 'replaced as a whole', examples: [{ rack: 'A4' }] },
    ),
  ),
};

export const DevicePatch = Type.Object(
  { name: Type.Optional(Name), kind: Type.Optional(Kind), site_id: Type.Optional(Id), ...kept },
  { ...closed, minProperties: 1 },
);

export const DeviceBulk = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true }),
    set: Type.Object(
      { kind: Type.Optional(Kind), site_id: Type.Optional(Id), ...kept },
      { ...closed, minProperties: 1 },
    ),
  },
  closed,
);

export const DeviceReply = Type.Object({
  id: Text,
  organization_id: Text,
  site_id: Text,
  controller_id: Nullable(Text),
  name: Text,
  kind: Text,
  status: Text,
  ip: Nullable(Text),
  mac: Nullable(Text),
  model: Nullable(Text),
  firmware: Nullable(Text),
  serial: Nullable(Text),
  tags: Type.Array(Text),
  notes: Nullable(Text),
  location: Nullable(Text),
  custom_fields: Type.Record(Text, Type.Unknown()),
  last_seen_at: Nullable(Text),
  created_at: Text,
  updated_at: Text,
});

export const DevicesUpdatedReply = Type.Object({ updated: Type.Integer() });

export const DeviceHistoryReply = Type.Object({
  id: Text,
  device_id: Text,
  actor_id: Nullable(Text),
  source: Type.String({ description: '`person` or `controller`' }),
  action: Type.String({ description: '`discovered`, `changed`, `deleted` or `restored`' }),
  field: Nullable(Text),
  from: Type.Unknown(),
  to: Type.Unknown(),
  created_at: Text,
});

export const DeviceQuery = pageQuerySchema({
  sort: ['name', 'kind', 'status', 'ip', 'created_at'],
  extra: {
    kind: Type.Optional(Type.String({ maxLength: 50 })),
    status: Type.Optional(Type.Enum(['online', 'offline'])),
    controller_id: Type.Optional(Id),
    tag: Type.Optional(Type.String({ maxLength: 64, description: 'devices that carry this tag' })),
  },
});
export const DeviceHistoryQuery = pageQuerySchema({ sort: ['created_at'] });
