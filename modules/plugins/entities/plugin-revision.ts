import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** One row that a trigger raises with every change, so that processes see cheaply whether to read again. */
export const PluginRevision = defineEntity({
  name: 'PluginRevision',
  tableName: 'plugin_revision',
  properties: { only_row: p.boolean().primary(), revision: p.bigint().$type<number>() },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    plugin_revision: InferKyselyTable<typeof PluginRevision>;
  }
}
