import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { timestamp } from '@patchbay/kernel/database';

/** The tenancy boundary itself: its own id is its scope. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    name: p.string(),
    slug: p.string(),
    is_active: p.boolean().default(true),
    /** Members without a second factor may do nothing but set one up. */
    mfa_required: p.boolean().default(false),
    /** Most of each kind the organization may have; kinds left out are not limited. */
    quotas: p.json<Readonly<Record<string, number>>>().defaultRaw("'{}'"),
    created_at: timestamp().defaultRaw('now()'),
    updated_at: timestamp().defaultRaw('now()'),
    deleted_at: timestamp().nullable(),
  },
  filters: {
    tenant: {
      name: 'tenant',
      cond: (parameters: Record<string, unknown>) => ({ id: parameters['organization_id'] }),
      default: true,
    },
    live: { name: 'live', cond: { deleted_at: null }, default: true },
  },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    organizations: InferKyselyTable<typeof Organization>;
  }
}
