import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** What somebody said about a change; neither edited nor deleted. */
export const ChangeComment = defineEntity({
  name: 'ChangeComment',
  tableName: 'change_comments',
  properties: {
    ...tenantProperties,
    change_id: p.uuid(),
    site_id: p.uuid(),
    /** Null for the system. */
    author_id: p.uuid().nullable(),
    text: p.string(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    change_comments: InferKyselyTable<typeof ChangeComment>;
  }
}
