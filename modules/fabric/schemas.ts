import { pageQuerySchema } from '@patchbay/kernel/database';
import { ConditionsSchema } from '@patchbay/kernel/events';
import Type, { type TSchema } from 'typebox';

export const REDACTED = '[redacted]';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Id = Type.String({ format: 'uuid' });
const Open = Type.Record(Type.String(), Type.Unknown());

export const StepInput = Type.Object({
  operation_id: Type.String({ minLength: 1, maxLength: 200 }),
  /** The marker keeps what is stored (DECISIONS 28). */
  params: Type.Optional(Type.Union([Open, Type.Literal(REDACTED)])),
  on_failure: Type.Optional(Type.Enum(['stop', 'continue'])),
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
    Type.Enum(['parallel', 'queued'], { description: '`queued`: one run at a time, oldest first' }),
  ),
  is_enabled: Type.Optional(Type.Boolean()),
  shadow: Type.Optional(Type.Boolean({ description: 'records what would happen, does nothing' })),
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
    }),
  ),
  mode: Type.String(),
  is_enabled: Type.Boolean(),
  shadow: Type.Boolean(),
  author_id: Id,
  paused_reason: Nullable(Type.String()),
  /** Events that matched the pattern but not the conditions. */
  conditions_failed: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export const FindingsReply = Type.Object({
  findings: Type.Array(Type.Object({ field: Type.String(), message: Type.String(), type: Type.String() })),
});

export const DryRunQuery = Type.Object({ dry_run: Type.Optional(Type.Boolean()) });
export const ConnectionQuery = pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] });
export const SuggestQuery = Type.Object({ source_event: Type.String({ minLength: 1, maxLength: 200 }) });
export const SuggestReply = Type.Object({
  targets: Type.Array(
    Type.Object({ id: Type.String(), match: Type.Enum(['artifact', 'data']), allowed: Type.Boolean() }),
  ),
});

export const RunQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, description: 'another name for per_page' }),
    ),
    status: Type.Optional(Type.Enum(['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'])),
  },
});

export const RunReply = Type.Object({
  id: Id,
  connection_id: Id,
  event_id: Nullable(Type.String()),
  is_test: Type.Boolean(),
  status: Type.String(),
  reason: Nullable(Type.String()),
  started_at: Nullable(Type.String()),
  finished_at: Nullable(Type.String()),
  steps: Type.Array(
    Type.Object({
      operation_id: Type.String(),
      status: Type.String(),
      input: Type.Unknown(),
      output: Type.Unknown(),
      error: Nullable(Type.Object({ type: Type.String(), message: Type.String() })),
      duration_ms: Nullable(Type.Number()),
      change_id: Type.Optional(Type.String()),
    }),
  ),
  created_at: Type.String(),
  updated_at: Type.String(),
});

/** One of the two. */
export const TestInput = Type.Object({ payload: Type.Optional(Open), event_id: Type.Optional(Id) });

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
