import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';

/** A host and port that a stored secret may be sent to, and who said so. */
export const CredentialHost = defineTable('credential_hosts', {
  columns: {
    ...tenantColumns,
    credential_id: p.uuid(),
    host: p.string(),
    bound_by: p.uuid().nullable(),
  },
  lock: rowSecurity('credential_hosts', null),
  constraints: ['unique (credential_id, host)', 'foreign key (credential_id) references credentials (id)'],
});
