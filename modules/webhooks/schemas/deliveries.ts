import { type PageQuery, pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';
import type { DeliveryKind, DeliveryStatus } from '../entities/webhook-delivery.ts';
import { Id } from './webhooks.ts';

export const DeliveryReply = Type.Object({
  id: Id,
  webhook_id: Id,
  kind: Type.String({ description: 'event, replay, resend, test' }),
  status: Type.String({ description: 'waiting, delivered, failed, withheld, cancelled' }),
  reason: Nullable(Type.String()),
  event_id: Nullable(Type.String()),
  event_type: Type.String(),
  sequence: Nullable(Type.Integer()),
  resend_of: Nullable(Type.String()),
  attempts: Type.Integer(),
  first_attempt_at: Nullable(Type.String()),
  last_attempt_at: Nullable(Type.String()),
  next_attempt_at: Nullable(Type.String()),
  finished_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type DeliveryView = Readonly<Static<typeof DeliveryReply>>;

const kept = {
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String({ description: 'at most 16 KiB; [redacted] for readers who may not see the event' }),
  truncated: Type.Boolean(),
};

/** A delivery with what was sent and answered last, and its latest tries. */
export const DeliveryDetail = Type.Object({
  ...DeliveryReply.properties,
  request: Nullable(Type.Object({ method: Type.String(), url: Type.String(), ...kept })),
  answer: Nullable(Type.Object({ status: Type.Integer(), ...kept })),
  tries: Type.Array(
    Type.Object({
      at: Type.String(),
      status: Nullable(Type.Integer()),
      error: Nullable(Type.String()),
      duration_ms: Type.Number(),
    }),
  ),
});
export type DeliveryDetailView = Readonly<Static<typeof DeliveryDetail>>;

const kinds: readonly DeliveryKind[] = ['event', 'replay', 'resend', 'test'];
const statuses: readonly DeliveryStatus[] = ['waiting', 'delivered', 'failed', 'withheld', 'cancelled'];

export const DeliveryQuery = pageQuerySchema({
  sort: ['created_at'],
  extra: {
    kind: Type.Optional(Type.Enum([...kinds])),
    status: Type.Optional(Type.Enum([...statuses])),
    sequence: Type.Optional(Type.Integer({ minimum: 1 })),
    event_id: Type.Optional(Id),
  },
});

export interface DeliveryFilter extends PageQuery {
  readonly kind?: DeliveryKind | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly sequence?: number | undefined;
  readonly event_id?: string | undefined;
}

export const ReplayInput = Type.Object({
  since: Type.String({ format: 'date-time', description: 'at most 30 days ago' }),
});
export const ReplayReply = Type.Object({ webhook_id: Id, since: Type.String() });
export const TestInput = Type.Object({
  event_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'absent: an event of type webhooks.test is made up' }),
  ),
});
