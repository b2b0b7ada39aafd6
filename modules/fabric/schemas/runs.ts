import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import { runStates, stepFacts } from '@patchbay/runs';
import Type from 'typebox';
import { Id } from './connections.ts';

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
