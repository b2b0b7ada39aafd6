import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** Whom a provider means by a subject. `issuer` keeps subjects of a former issuer or directory apart. */
export const SsoIdentity = defineEntity({
  name: 'SsoIdentity',
  tableName: 'sso_identities',
  properties: {
    ...tenantProperties,
    provider_id: p.uuid(),
    issuer: p.string(),
    subject: p.string(),
    user_id: p.uuid(),
    /** The provider made the user, and its mapping decides the role at every sign-in. */
    is_creator: p.boolean(),
    last_used_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    sso_identities: InferKyselyTable<typeof SsoIdentity>;
  }
}
