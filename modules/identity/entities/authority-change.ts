import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { timestamp } from '@patchbay/kernel/database';

/** When a user's authority last changed; written by triggers, read by every process. */
export const AuthorityChange = defineEntity({
  name: 'AuthorityChange',
  tableName: 'authority_changes',
  properties: { user_id: p.uuid().primary(), changed_at: timestamp() },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    authority_changes: InferKyselyTable<typeof AuthorityChange>;
  }
}
