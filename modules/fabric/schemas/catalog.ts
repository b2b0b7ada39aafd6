import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const Texts = Type.Array(Type.String());
const common = {
  title: Type.String(),
  description: Type.String(),
  tier: Type.String(),
  provider_id: Type.String(),
};

/** SPEC 2.2 Operation and EventSpec, 4.5. */
export const CatalogReply = Type.Object({
  operations: Type.Array(
    Type.Object({
      id: Type.String(),
      ...common,
      input_schema: Type.Unknown(),
      produces: Texts,
      accepts: Texts,
      permission: Nullable(Type.String()),
      write: Type.Boolean(),
      feature: Nullable(Type.String()),
    }),
  ),
  events: Type.Array(
    Type.Object({ event_type: Type.String(), ...common, payload_schema: Type.Unknown(), produces: Texts }),
  ),
  ai_tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      permission: Nullable(Type.String()),
      tier: Type.String(),
      provider_id: Type.String(),
    }),
  ),
  counts: Type.Object({
    operations: Type.Integer(),
    events: Type.Integer(),
    native_operations: Type.Integer(),
    plugin_operations: Type.Integer(),
    ai_tools: Type.Integer(),
  }),
});

export const EventQuery = pageQuerySchema({
  sort: ['occurred_at'],
  extra: {
    event_type: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'event type or pattern' }),
    ),
    since: Type.Optional(Type.String({ format: 'date-time' })),
    until: Type.Optional(Type.String({ format: 'date-time' })),
    cursor: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'only events after it, oldest first',
      }),
    ),
  },
});

/** DECISIONS 30. */
export const EventReply = Type.Object({
  id: Type.String(),
  cursor: Type.Integer(),
  occurred_at: Type.String(),
  organization_id: Type.String(),
  site_id: Nullable(Type.String()),
  event_type: Type.String(),
  category: Type.String(),
  priority: Type.String(),
  payload: Type.Unknown(),
  causation: Texts,
});

/** Events that were tried for hours and handled by no consumer of the kind. */
export const EventDeadLetterQuery = pageQuerySchema({ sort: ['created_at'] });
export const EventDeadLetterReply = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'connections, rules, webhooks, notifications, plugins' }),
  event_id: Type.String(),
  event_type: Type.String(),
  error: Type.String(),
  created_at: Type.String(),
});
export const EventReplayReply = Type.Pick(EventDeadLetterReply, ['kind', 'event_id']);
