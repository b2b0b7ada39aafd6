import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { SORTABLE } from '../services/record/change-store.ts';
import { attemptFields, ChangeOperationSchema, ChangeStatus, ConfirmMechanism, Outcome } from './changes.ts';

export const TimelineSchema = Type.Object({
  kind: Type.Enum(['staged', 'attempt', 'applied', 'discarded', 'comment', 'approved', 'rejected']),
  at: Type.String(),
  ...attemptFields,
  outcome: Nullable(Outcome),
  started_at: Nullable(Type.String()),
  /** Text of a comment, or of a vote. */
  text: Nullable(Type.String()),
});

export const CommentBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' }) },
  { additionalProperties: false },
);

export const CommentSchema = Type.Object({
  id: Type.String(),
  change_id: Type.String(),
  author_id: Nullable(Type.String()),
  text: Type.String(),
  created_at: Type.String(),
});

export const FeatureSchema = Type.Object({
  key: Type.String(),
  title: Type.String(),
  vendor: Nullable(Type.String()),
  area: Type.String(),
  operations: Type.Array(ChangeOperationSchema),
  permission: Type.String(),
  risk: Type.Enum(['normal', 'catastrophic'], {
    description: 'The lowest risk of every write; fields of a payload may make one catastrophic',
  }),
  /** Fields of the payload that make a write catastrophic: by them gear runs something or lets someone in. */
  escalates: Type.Array(Type.String()),
  singleton: Type.Boolean(),
  /** JSON Schema of the payload, by operation. */
  payload_schema: Type.Record(Type.String(), Type.Unknown()),
  /** Mechanism that rolls an unconfirmed write back: the device itself, a recorded inverse, or none. */
  confirm: Nullable(ConfirmMechanism),
});

export const ChangeListQuery = pageQuerySchema({
  sort: SORTABLE,
  extra: {
    status: Type.Optional(ChangeStatus),
    feature: Type.Optional(Type.String({ maxLength: 200 })),
    controller_id: Type.Optional(Type.String({ format: 'uuid' })),
  },
});

export const ChangeQuery = Type.Object({ refresh: Type.Optional(Type.Boolean()) });

export const HistoryQuery = pageQuerySchema({ sort: [] });

export const FeatureListQuery = pageQuerySchema({
  sort: ['key'],
  extra: { vendor: Type.Optional(Type.String({ maxLength: 100 })) },
});
