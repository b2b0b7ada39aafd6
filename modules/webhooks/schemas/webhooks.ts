import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

export const Id = Type.String({ format: 'uuid' });
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]+$' });

const fields = {
  name: Name,
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    examples: ['https://hooks.example.com/patchbay'],
    description: 'http or https; private destinations only if the platform lists them',
  }),
  events: Type.Array(Type.String({ minLength: 1, maxLength: 200, examples: ['site.created'] }), {
    minItems: 1,
    maxItems: 50,
    description: 'event types or patterns: `*` one segment, `**` any number',
  }),
  template_id: Type.Optional(Nullable(Id)),
  is_enabled: Type.Optional(Type.Boolean()),
  ordered: Type.Optional(
    Type.Boolean({
      description:
        'default true: one delivery at a time, in the order of the events; false: up to 8 at once, and a failing one does not hold up the others',
    }),
  ),
};

export const WebhookInput = Type.Object(fields);
export type WebhookInput = Readonly<Static<typeof WebhookInput>>;
export const WebhookPatch = Type.Partial(Type.Object(fields), { minProperties: 1 });
export type WebhookPatch = Readonly<Static<typeof WebhookPatch>>;

export const WebhookReply = Type.Object({
  id: Id,
  organization_id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  template_id: Nullable(Type.String()),
  is_enabled: Type.Boolean(),
  ordered: Type.Boolean(),
  author_id: Type.String({ description: 'an event is delivered only while this user may see it' }),
  disabled_reason: Nullable(Type.String({ description: 'failing, gone, author_disabled' })),
  disabled_at: Nullable(Type.String()),
  former_secret_until: Nullable(
    Type.String({ description: 'until then deliveries carry a signature of the former secret, too' }),
  ),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type WebhookView = Readonly<Static<typeof WebhookReply>>;

const secret = Type.String({ description: 'shown this once' });
export const CreatedWebhook = Type.Object({ ...WebhookReply.properties, secret });

export const RotateInput = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'default a day; 0 ends the former secret at once',
    }),
  ),
});
export const RotateReply = Type.Object({
  secret,
  former_secret_until: Nullable(Type.String()),
  updated_at: Type.String(),
});

/** Progress of a subscription; changes with every delivery, so it has no ETag. */
export const StatusReply = Type.Object({
  last_sequence: Type.Integer({
    description: 'the receiver has missed nothing if it has every number up to this',
  }),
  waiting: Type.Integer({ description: 'deliveries that have not ended' }),
  is_behind: Type.Boolean({ description: 'the log may hold further events for it' }),
  next_attempt_at: Nullable(Type.String()),
  failing_since: Nullable(Type.String()),
});

export const WebhookQuery = pageQuerySchema({
  sort: ['name', 'created_at', 'updated_at'],
  extra: { is_enabled: Type.Optional(Type.Boolean()) },
});

export const TemplateFields = {
  name: Name,
  body: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'JSON with paths in its texts: {{trigger.…}} the payload, {{event.id}}, {{event.event_type}}, {{delivery.sequence}} …',
    examples: [{ text: 'Site {{trigger.name}}: {{event.event_type}}' }],
  }),
};
export const TemplateInput = Type.Object(TemplateFields);
export type TemplateInput = Readonly<Static<typeof TemplateInput>>;
export const TemplatePatch = Type.Partial(Type.Object(TemplateFields), { minProperties: 1 });
export type TemplatePatch = Readonly<Static<typeof TemplatePatch>>;
export const TemplateReply = Type.Object({
  id: Id,
  organization_id: Id,
  name: Type.String(),
  body: Type.Record(Type.String(), Type.Unknown()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type TemplateView = Readonly<Static<typeof TemplateReply>>;
export const TemplateQuery = pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] });

/** One of the two; a payload stands for an event that never happened. */
export const RenderInput = Type.Object({
  event_id: Type.Optional(Id),
  payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export const RenderReply = Type.Object({ body: Type.Record(Type.String(), Type.Unknown()) });
