import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { softDeletedProperties, softDeleteFilters } from '@patchbay/kernel/database';
import type { CredentialKind } from '../schemas-credentials.ts';

/** How the platform signs in to equipment; `secret` holds an envelope, never the secret (RULES R12). */
export const Credential = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    ...softDeletedProperties,
    /** Null: of the whole organization. Otherwise it is used at this site alone. */
    site_id: p.uuid().nullable(),
    name: p.string(),
    kind: p.string().$type<CredentialKind>(),
    username: p.string().nullable(),
    secret: p.text(),
  },
  filters: softDeleteFilters,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    credentials: InferKyselyTable<typeof Credential>;
  }
}
