import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const Instant = Type.String({ format: 'date-time' });

export const EntryQuery = pageQuerySchema({
  sort: ['occurred_at', 'sequence'],
  extra: {
    action: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'exactly this action, or its beginning with a trailing `*`',
      }),
    ),
    actor_id: Type.Optional(Type.String({ format: 'uuid' })),
    target_id: Type.Optional(Type.String({ maxLength: 200 })),
    since: Type.Optional(Instant),
    until: Type.Optional(Instant),
  },
});
export type EntryQuery = Readonly<Static<typeof EntryQuery>>;

export const EntrySchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  sequence: Nullable(Type.Integer({ description: 'null until sealed into the chain' })),
  actor_kind: Type.String(),
  actor_id: Nullable(Type.String()),
  key_id: Nullable(Type.String()),
  action: Type.String(),
  target_type: Nullable(Type.String()),
  target_id: Nullable(Type.String()),
  detail: Type.Record(Type.String(), Type.Unknown()),
  occurred_at: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Entry = Readonly<Static<typeof EntrySchema>>;

const Problem = Type.Object({
  kind: Type.Enum(['edited', 'missing', 'duplicated', 'forked', 'truncated']),
  sequence: Type.Integer(),
});

export const ChainSchema = Type.Object({
  valid: Type.Boolean(),
  sealed: Type.Integer(),
  unsealed: Type.Integer(),
  problems: Type.Array(Problem),
  first_problem: Nullable(Problem),
});
