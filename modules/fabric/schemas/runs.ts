import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import { JudgedConditionsReply } from '@patchbay/runs';
import Type from 'typebox';
import { Id, Open } from './connections.ts';

export const RunQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, description: 'another name for per_page' }),
    ),
    status: Type.Optional(Type.Enum(['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'])),
  },
});

export const StepReply = Type.Object({
  operation_id: Type.String(),
  status: Type.String(),
  input: Type.Unknown(),
  output: Type.Unknown(),
  error: Nullable(Type.Object({ type: Type.String(), message: Type.String() })),
  duration_ms: Nullable(Type.Number()),
  change_id: Type.Optional(Type.String()),
  artifact: Type.Optional(
    Type.Object({
      media_type: Type.String(),
      size: Type.Integer(),
      sha256: Type.Optional(Type.String()),
      token: Type.Optional(
        Type.String({ description: 'where it is kept; absent when no later step takes it' }),
      ),
    }),
  ),
  attempts: Type.Optional(Type.Integer({ description: 'tries so far, when there was more than one' })),
  reason: Type.Optional(Type.String({ description: 'why it was not carried out' })),
});

export const RunReply = Type.Object({
  id: Id,
  connection_id: Id,
  event_id: Nullable(Type.String()),
  is_test: Type.Boolean(),
  /** Nothing with an effect was carried out. */
  shadow: Type.Boolean(),
  rerun_of: Nullable(Id),
  status: Type.String(),
  reason: Nullable(Type.String()),
  dead_letter: Nullable(Type.Enum(['open', 'replayed', 'dismissed'])),
  not_before: Nullable(Type.String({ description: 'a step is tried again then' })),
  started_at: Nullable(Type.String()),
  finished_at: Nullable(Type.String()),
  steps: Type.Array(StepReply),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const TestReply = Type.Object({ ...RunReply.properties, conditions: JudgedConditionsReply });

/** One of the two. */
export const TestInput = Type.Object({ payload: Type.Optional(Open), event_id: Type.Optional(Id) });

export const DeadLetterQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: { connection_id: Type.Optional(Id) },
});
export const RerunInput = Type.Object({
  from_step: Type.Integer({ minimum: 0, maximum: 49, description: 'steps before it stand as they ended' }),
});
export const ReplayInput = Type.Object({ connection_id: Id });
export const ReplayReply = Type.Object({
  replayed: Type.Integer(),
  left: Type.Integer({ description: 'dead letters of the Connection that are still there' }),
});

/** One of `connection_id` and `rule_id`. */
export const WhyNotQuery = Type.Object({
  event_id: Id,
  connection_id: Type.Optional(Id),
  rule_id: Type.Optional(Id),
});
export const ExplanationReply = Type.Object({
  ran: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'the first reason, one word' })),
  detail: Nullable(Type.String()),
});
