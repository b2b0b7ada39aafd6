import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** `event` and `replay` come out of the log in its order; `resend` and `test` were asked for one by one. */
export type DeliveryKind = 'event' | 'replay' | 'resend' | 'test';
/** `withheld`: the author may not see the event. `cancelled`: the subscription was switched off or deleted first. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed' | 'withheld' | 'cancelled';

/** The request sent last; the body is kept to 16 KiB. */
export interface KeptRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
}

/** The answer received last; the body is kept to 16 KiB. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
}

/** One try, in few words. */
export interface KeptTry {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** One event on its way to one receiver. Its id is `X-Webhook-Id`, the same for every try. */
export const WebhookDelivery = defineTable('webhook_deliveries', {
  columns: {
    ...tenantColumns,
    subscription_id: p.uuid(),
    kind: p.string().$type<DeliveryKind>(),
    status: p.string().$type<DeliveryStatus>().default('waiting'),
    event_id: p.uuid().nullable(),
    event_cursor: p.bigint('number').nullable(),
    event_type: p.string(),
    event_site_id: p.uuid().nullable(),
    /** Place of the event among all that this subscription was ever to get; repetitions keep it. */
    sequence: p.bigint('number').nullable(),
    resend_of: p.uuid().nullable(),
    /** Tried on its own: it neither waits for others nor holds them up. */
    aside: p.boolean().default(false),
    reason: p.string().nullable(),
    attempts: p.integer().default(0),
    first_attempt_at: timestamp().nullable(),
    last_attempt_at: timestamp().nullable(),
    next_attempt_at: timestamp().nullable(),
    finished_at: timestamp().nullable(),
    request: p.json().$type<KeptRequest>().nullable(),
    answer: p.json().$type<KeptAnswer>().nullable(),
    tries: p.json().$type<readonly KeptTry[]>().defaultRaw("'[]'"),
  },
  lock: rowSecurity('webhook_deliveries', null),
  constraints: [
    `check (kind in ('event', 'replay', 'resend', 'test'))`,
    `check (status in ('waiting', 'delivered', 'failed', 'withheld', 'cancelled'))`,
    'foreign key (subscription_id) references webhook_subscriptions (id)',
  ],
  indexes: [
    'create index webhook_deliveries_newest on webhook_deliveries (subscription_id, id desc)',
    'create index webhook_deliveries_event on webhook_deliveries (subscription_id, event_id) where event_id is not null',
    `create unique index webhook_deliveries_once on webhook_deliveries (subscription_id, event_id)
      where status = 'waiting' and kind in ('event', 'replay')`,
    `create index webhook_deliveries_waiting on webhook_deliveries (subscription_id) where status = 'waiting'`,
    'create index webhook_deliveries_old on webhook_deliveries (created_at)',
  ],
});
