import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import { JudgedConditionsReply, runStates, stepFacts } from '@patchbay/runs';
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
  ...stepFacts('step'),
});

export const RunReply = Type.Object({
  id: Id,
  connection_id: Id,
  event_id: Nullable(Type.String()),
  ...runStates('a step'),
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
