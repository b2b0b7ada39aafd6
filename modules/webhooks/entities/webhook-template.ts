import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';

/** The shape a receiver wants events in. */
export const WebhookTemplate = defineEntity({
  name: 'WebhookTemplate',
  tableName: 'webhook_templates',
  properties: {
    ...softDeletedProperties,
    name: p.string(),
    /** JSON with `{{paths}}` in its texts. */
    body: p.json().$type<Readonly<Record<string, unknown>>>(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    webhook_templates: InferKyselyTable<typeof WebhookTemplate>;
  }
}
