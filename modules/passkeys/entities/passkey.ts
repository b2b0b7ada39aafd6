import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** A credential that some authenticator of a user holds the private key of. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    ...tenantProperties,
    user_id: p.uuid(),
    name: p.string(),
    /** As the authenticator named it, base64url; unique platform-wide. */
    credential_id: p.string(),
    /** COSE key, base64url. */
    public_key: p.string(),
    /** Signatures its authenticator has counted; 0 for ever where it does not count. */
    sign_count: p.integer(),
    transports: p.array<string>(),
    backed_up: p.boolean(),
    last_used_at: timestamp().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    passkeys: InferKyselyTable<typeof Passkey>;
  }
}
