import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { ConnectionInput, Id } from './connections.ts';
import { StepReply } from './runs.ts';

export const BacktestInput = Type.Object({
  connection: ConnectionInput,
  days: Type.Integer({ minimum: 1, maximum: 30 }),
});
export const BacktestStarted = Type.Object({ backtest_id: Id });

const Count = Type.Integer();

export const BacktestReply = Type.Object({
  id: Id,
  status: Type.Enum(['queued', 'running', 'succeeded', 'failed']),
  reason: Nullable(Type.String()),
  source_event: Type.String(),
  days: Type.Integer(),
  since: Type.String(),
  events_in_all: Nullable(Type.Integer({ description: 'events of that time; 100,000 at most' })),
  is_truncated: Type.Boolean({ description: 'there were more events; the newest are used' }),
  /** Looked at so far. */
  events: Count,
  matched: Count,
  conditions_failed: Count,
  refused: Type.Object({ cooldown: Count, rate_ceiling: Count, loop: Count }),
  would_run: Count,
  would_fail: Count,
  would_stage: Count,
  runs: Type.Array(
    Type.Object({
      event_id: Id,
      event_type: Type.String(),
      occurred_at: Type.String(),
      status: Type.String(),
      reason: Nullable(Type.String()),
      steps: Type.Array(StepReply),
    }),
    {
      description: 'the newest 100; the write that a step would stage stands in its output as `would_stage`',
    },
  ),
  started_at: Nullable(Type.String()),
  finished_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
