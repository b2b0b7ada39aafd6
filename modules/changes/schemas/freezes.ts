import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const closed = { additionalProperties: false };
const Time = Type.String({ format: 'date-time', maxLength: 40 });

const Recurrence = Type.Object(
  {
    every: Type.Enum(['day', 'week']),
    until: Type.Optional(Nullable(Time)),
    time_zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA name; the window keeps its wall-clock time there (default UTC)',
        examples: ['Europe/Berlin'],
      }),
    ),
  },
  closed,
);

const freeze = {
  site_id: Type.Optional(Nullable(Type.String({ format: 'uuid' }))),
  starts_at: Time,
  ends_at: Type.String({ format: 'date-time', maxLength: 40, examples: ['2039-01-02T00:00:00Z'] }),
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  recurrence: Type.Optional(Nullable(Recurrence)),
};

export const FreezeInput = Type.Object(freeze, closed);
export const FreezePatch = Type.Partial(Type.Object(freeze), closed);
export const FreezeSchema = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  site_id: Nullable(Type.String()),
  starts_at: Type.String(),
  ends_at: Type.String(),
  reason: Type.String(),
  recurrence: Nullable(
    Type.Object({
      every: Type.Enum(['day', 'week']),
      until: Nullable(Type.String()),
      time_zone: Type.String(),
    }),
  ),
  created_by: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export const FreezeListQuery = pageQuerySchema({ sort: ['starts_at', 'created_at'] });
