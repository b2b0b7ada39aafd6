import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';

/** The shape a receiver wants events in. */
export const WebhookTemplate = defineTable('webhook_templates', {
  columns: {
    ...softDeletedColumns,
    name: p.string(),
    /** JSON with `{{paths}}` in its texts. */
    body: p.json().$type<Readonly<Record<string, unknown>>>(),
  },
  lock: [rowSecurity('webhook_templates', null), organizationRows('webhook_templates')],
  indexes: [
    'create index webhook_templates_listed on webhook_templates (organization_id, created_at desc, id desc) where deleted_at is null',
  ],
});
