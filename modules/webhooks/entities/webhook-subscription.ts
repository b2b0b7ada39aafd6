import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters, timestamp } from '@patchbay/kernel/database';
import type { DisabledReason } from '../contract.ts';

/** What a receiver wants to hear of, on whose authority, and how it can tell that it was us. */
export const WebhookSubscription = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscriptions',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    url: p.string(),
    events: p.array<string>(),
    template_id: p.uuid().nullable(),
    is_enabled: p.boolean(),
    /** One delivery at a time, in the order of the log. */
    ordered: p.boolean(),
    author_id: p.uuid(),
    /** Ceiling of the key the author used; null: unscoped. */
    author_scopes: p.array<string>().nullable(),
    sealed_secret: p.string(),
    /** Signs beside the present one until `former_secret_until`. */
    sealed_former_secret: p.string().nullable(),
    former_secret_until: timestamp().nullable(),
    disabled_reason: p.string().$type<DisabledReason>().nullable(),
    disabled_at: timestamp().nullable(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    webhook_subscriptions: InferKyselyTable<typeof WebhookSubscription>;
  }
}
