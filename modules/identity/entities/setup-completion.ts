import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { timestamp } from '@patchbay/kernel/database';

/** Its one possible row is the lock between two first callers of setup. */
export const SetupCompletion = defineEntity({
  name: 'SetupCompletion',
  tableName: 'setup_completions',
  properties: {
    id: p.integer().primary(),
    organization_id: p.uuid(),
    completed_at: timestamp().defaultRaw('now()'),
  },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    setup_completions: InferKyselyTable<typeof SetupCompletion>;
  }
}
