import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';

/** The problem of a chain that was told last, so that it is told once. */
export const ChainAlarm = defineEntity({
  name: 'ChainAlarm',
  tableName: 'audit_chain_alarms',
  properties: { ...tenantProperties, kind: p.string(), sequence: p.bigint('number') },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    audit_chain_alarms: InferKyselyTable<typeof ChainAlarm>;
  }
}
