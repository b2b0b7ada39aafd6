import { pageQuerySchema } from '@patchbay/kernel/database';
import { ConditionsSchema } from '@patchbay/kernel/fabric';
import { Nullable } from '@patchbay/kernel/schema';
import { REDACTED } from '@patchbay/kernel/telemetry';
import { FindingReply, runStates, stepFacts, stepPolicy } from '@patchbay/runs';
import Type from 'typebox';

const Id = Type.String({ format: 'uuid' });
const Open = Type.Record(Type.String(), Type.Unknown());

export const ActionInput = Type.Object({
  action_type: Type.String({ minLength: 1, maxLength: 200 }),
  /** The marker keeps what is stored (DECISIONS 28). */
  params: Type.Optional(Type.Union([Open, Type.Literal(REDACTED)])),
  ...stepPolicy,
});

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  trigger_type: Type.Enum(['event', 'schedule']),
  trigger_config: Type.Object(
    {
      event_pattern: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'with `event`: event type or pattern: `*` one segment, `**` any number',
        }),
      ),
      cron: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'with `schedule`: minute hour day month weekday',
        }),
      ),
      timezone: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'with `schedule`; default UTC' }),
      ),
    },
    { additionalProperties: false },
  ),
  /** None, and they always hold; an empty list takes away those that are stored. */
  conditions: Type.Optional(ConditionsSchema),
  actions: Type.Array(ActionInput, { minItems: 1, maxItems: 20 }),
  max_runs_per_minute: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'events beyond it are not answered; without it 60,000',
      }),
    ),
  ),
  is_enabled: Type.Optional(Type.Boolean()),
  shadow: Type.Optional(
    Type.Boolean({ description: 'records the effects that it would have, and has none' }),
  ),
};

export const RuleInput = Type.Object(fields);
export const RulePatch = Type.Partial(Type.Object(fields), { minProperties: 1 });

export const RuleReply = Type.Object({
  id: Id,
  organization_id: Id,
  name: Type.String(),
  trigger_type: Type.Enum(['event', 'schedule']),
  trigger_config: Open,
  conditions: Nullable(Open),
  actions: Type.Array(
    Type.Object({
      action_type: Type.String(),
      /** The marker unless the reader is the author. */
      params: Type.Unknown(),
      on_failure: Type.String(),
      retry: Type.Optional(Type.Unknown()),
    }),
  ),
  max_runs_per_minute: Nullable(Type.Integer()),
  is_enabled: Type.Boolean(),
  shadow: Type.Boolean(),
  author_id: Id,
  paused_reason: Nullable(
    Type.String({
      description:
        'author_disabled, author_lost_right, failing (20 failed executions in a row), schedule_unreadable',
    }),
  ),
  /** Null while it waits for no tick: events, and rules that are off or paused. */
  next_fire_at: Nullable(Type.String()),
  /** Events that matched the pattern but not the conditions. */
  conditions_failed: Type.Integer(),
  failures_in_a_row: Type.Integer({
    description:
      'executions that failed since one succeeded; 20 pause it. Tests, shadows and skipped ones do not count',
  }),
  /** Warnings for the user who saves it. */
  findings: Type.Optional(Type.Array(FindingReply)),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const RuleQuery = pageQuerySchema({
  sort: ['name', 'created_at', 'updated_at'],
  extra: {
    trigger_type: Type.Optional(Type.Enum(['event', 'schedule'])),
    is_enabled: Type.Optional(Type.Boolean()),
  },
});
const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

export const ExecutionQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    rule_id: Type.Optional(Id),
    status: Type.Optional(Type.Enum([...STATUSES])),
    since: Type.Optional(Type.String({ format: 'date-time' })),
  },
});

export const ExecutionReply = Type.Object({
  id: Id,
  rule_id: Id,
  event_id: Nullable(Type.String()),
  site_id: Nullable(Type.String()),
  scheduled_for: Nullable(Type.String({ description: 'the tick of a schedule' })),
  ...runStates('an action'),
  actions: Type.Array(Type.Object({ action_type: Type.String(), ...stepFacts('action') })),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const ActionQuery = pageQuerySchema({ sort: ['action_type', 'title'] });
export const ActionReply = Type.Object({
  action_type: Type.String(),
  title: Type.String(),
  description: Type.String(),
  params_schema: Type.Unknown(),
  output_schema: Type.Unknown(),
  permission: Nullable(Type.String({ description: 'null: an unscoped org_admin' })),
  /** Whether you may put it into a rule, as far as the type alone says. */
  allowed: Type.Boolean(),
  /** False while something it needs is off. */
  available: Type.Boolean(),
});
