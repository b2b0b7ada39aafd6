import {
  defineTable,
  organizationRows,
  p,
  rowSecurity,
  softDeletedColumns,
  timestamp,
} from '@patchbay/kernel/database';
import type { DisabledReason } from '../contract.ts';

/** A receiver's patterns, author and signing secrets. */
export const WebhookSubscription = defineTable('webhook_subscriptions', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    url: p.string(),
    events: p.array<string>(),
    template_id: p.uuid().nullable(),
    is_enabled: p.boolean().default(true),
    /** One delivery at a time, in the order of the log. */
    ordered: p.boolean().default(true),
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
  lock: [rowSecurity('webhook_subscriptions', null), organizationRows('webhook_subscriptions')],
  constraints: ['foreign key (template_id) references webhook_templates (id)'],
  indexes: [
    'create index webhook_subscriptions_listed on webhook_subscriptions (organization_id, created_at desc, id desc) where deleted_at is null',
    'create index webhook_subscriptions_template on webhook_subscriptions (template_id) where deleted_at is null and template_id is not null',
  ],
});
