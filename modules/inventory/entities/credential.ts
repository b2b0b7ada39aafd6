import { defineTable, organizationRows, p, rowSecurity, softDeletedColumns } from '@patchbay/kernel/database';
import type { CredentialKind } from '../schemas/credentials.ts';

/** Credential for equipment; `secret` holds an envelope, never the secret (RULES R12). */
export const Credential = defineTable('credentials', {
  columns: {
    ...softDeletedColumns,
    /** Null: of the whole organization. Otherwise it is used at this site alone. */
    site_id: p.uuid().nullable(),
    name: p.string(),
    kind: p.string().$type<CredentialKind>(),
    username: p.string().nullable(),
    secret: p.text(),
  },
  lock: [
    rowSecurity('credentials', null),
    organizationRows('credentials', 'site_id'),
    `create policy sited on credentials as restrictive for all to patchbay_app
     using (organization_id = (select app_organization_id()) and ((select app_site_ids()) is null
       or site_id is null or site_id = any ((select app_site_ids())::uuid[])))`,
  ],
  indexes: [
    'create index credentials_listed on credentials (organization_id, name, id) where deleted_at is null',
  ],
});
