import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** One of a user's single-use codes. The hashes of a set share their salt, so that one hash finds a code. */
export const BackupCode = defineEntity({
  name: 'BackupCode',
  tableName: 'backup_codes',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    code_hash: p.string(),
    used_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    backup_codes: InferKyselyTable<typeof BackupCode>;
  }
}
