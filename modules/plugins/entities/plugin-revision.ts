import { defineTable, p, platformRights } from '@patchbay/kernel/database';

/** One row that a trigger raises with every change, so that processes see cheaply whether to read again. */
export const PluginRevision = defineTable('plugin_revision', {
  columns: { only_row: p.boolean().primary().default(true), revision: p.bigint().$type<number>() },
  lock: platformRights('plugin_revision'),
  constraints: ['check (only_row)'],
});
