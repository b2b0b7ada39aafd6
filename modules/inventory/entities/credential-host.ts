import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** A host and port that a stored secret may be sent to, and who said so. */
export const CredentialHost = defineEntity({
  name: 'CredentialHost',
  tableName: 'credential_hosts',
  properties: {
    ...tenantProperties,
    credential_id: p.uuid(),
    host: p.string(),
    bound_by: p.uuid().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    credential_hosts: InferKyselyTable<typeof CredentialHost>;
  }
}
