import { pageQuerySchema } from '@patchbay/kernel/database';
import { refersTo } from '@patchbay/kernel/fabric';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const Text = Nullable(Type.String());

const Severity = Type.Enum(['info', 'warning', 'critical']);
const Status = Type.Enum(['open', 'acknowledged', 'resolved']);

export const AlertQuery = pageQuerySchema({
  sort: ['created_at', 'severity', 'status', 'title'],
  extra: { status: Type.Optional(Status), severity: Type.Optional(Severity) },
});

export const AlertReply = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organization_id: Type.String(),
  title: Type.String(),
  message: Type.String(),
  severity: Severity,
  status: Status,
  site_id: Text,
  device_id: Text,
  /** The rule that raised it, and the event the rule answered. */
  rule_id: Text,
  event_id: Text,
  acknowledged_by: Text,
  acknowledged_at: Text,
  resolved_by: Text,
  resolved_at: Text,
  created_at: Type.String(),
  updated_at: Type.String(),
});

/** Params of the action `create_alert`. */
export const AlertParams = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    message: Type.Optional(Type.String({ maxLength: 4_000 })),
    severity: Type.Optional(Severity),
    /** Default: the event's. */
    site_id: Type.Optional(Nullable(refersTo('site'))),
    device_id: Type.Optional(Nullable(refersTo('device'))),
  },
  { additionalProperties: false },
);
