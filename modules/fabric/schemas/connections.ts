import { pageQuerySchema } from '@patchbay/kernel/database';
import { ConditionsSchema } from '@patchbay/kernel/fabric';
import { Nullable } from '@patchbay/kernel/schema';
import { REDACTED } from '@patchbay/kernel/telemetry';
import { FindingReply, stepPolicy } from '@patchbay/runs';
import Type from 'typebox';

export const Id = Type.String({ format: 'uuid' });
export const Open = Type.Record(Type.String(), Type.Unknown());

export const StepInput = Type.Object({
  operation_id: Type.String({ minLength: 1, maxLength: 200 }),
  /** The marker keeps what is stored (DECISIONS 28). */
  params: Type.Optional(Type.Union([Open, Type.Literal(REDACTED)])),
  ...stepPolicy,
});

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  source_event: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'event type or pattern: `*` one segment, `**` any number',
  }),
  conditions: Type.Optional(ConditionsSchema),
  cooldown_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
  steps: Type.Array(StepInput, { minItems: 1, maxItems: 50 }),
  mode: Type.Optional(
    Type.Enum(['parallel', 'queued', 'single'], {
      description: '`queued`: one run at a time, oldest first; `single`: no run for events during one',
    }),
  ),
  max_parallel: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 32, description: 'runs at once in all; without it 32 a process' }),
    ),
  ),
  max_runs_per_minute: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'events beyond it have no run; without it 60,000 where steps have effects',
      }),
    ),
  ),
  is_enabled: Type.Optional(Type.Boolean()),
  shadow: Type.Optional(
    Type.Boolean({ description: 'records the effects that it would have, and has none' }),
  ),
};

export const ConnectionInput = Type.Object(fields);
export const ConnectionPatch = Type.Partial(Type.Object(fields), { minProperties: 1 });

export const ConnectionReply = Type.Object({
  id: Id,
  organization_id: Id,
  name: Type.String(),
  source_event: Type.String(),
  conditions: Nullable(Open),
  cooldown_seconds: Type.Integer(),
  steps: Type.Array(
    Type.Object({
      operation_id: Type.String(),
      /** The marker unless the reader is the author. */
      params: Type.Unknown(),
      on_failure: Type.String(),
      retry: Type.Optional(Type.Unknown()),
    }),
  ),
  mode: Type.String(),
  max_parallel: Nullable(Type.Integer()),
  max_runs_per_minute: Nullable(Type.Integer()),
  is_enabled: Type.Boolean(),
  shadow: Type.Boolean(),
  author_id: Id,
  paused_reason: Nullable(
    Type.String({ description: 'author_disabled, author_lost_right, failing (20 failed runs in a row)' }),
  ),
  /** Events that matched the pattern but not the conditions. */
  conditions_failed: Type.Integer(),
  failures_in_a_row: Type.Integer({
    description:
      'runs that failed since one succeeded; 20 pause it. Tests, shadow runs and skipped ones do not count',
  }),
  /** Warnings for the user who saves it. */
  findings: Type.Optional(Type.Array(FindingReply)),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const ConnectionQuery = pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] });
export const SuggestQuery = Type.Object({ source_event: Type.String({ minLength: 1, maxLength: 200 }) });
export const SuggestReply = Type.Object({
  targets: Type.Array(
    Type.Object({ id: Type.String(), match: Type.Enum(['artifact', 'data']), allowed: Type.Boolean() }),
  ),
});

export const InvokeInput = Type.Object({ params: Open });
export const InvokeReply = Type.Object({
  output: Type.Optional(Type.Unknown()),
  artifact: Type.Optional(
    Type.Object({
      media_type: Type.String(),
      size: Type.Integer(),
      sha256: Type.String(),
      data: Type.String({ description: 'base64' }),
    }),
  ),
  staged: Type.Optional(Type.Boolean()),
  change_id: Type.Optional(Type.String()),
  feature: Type.Optional(Type.String()),
});

export const IngestInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 64 })),
  payload: Open,
});
export const IngestReply = Type.Object({
  accepted: Type.Boolean(),
  event_type: Type.String(),
  name: Nullable(Type.String()),
});
