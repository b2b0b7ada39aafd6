import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties } from '@patchbay/kernel/database';
import type { VendorValue } from '@patchbay/vendor-kit';

/** A configuration object of a controller as last read; what a staged diff starts from (DECISIONS 18). */
export const ControllerObject = defineEntity({
  name: 'ControllerObject',
  tableName: 'controller_objects',
  properties: {
    ...tenantProperties,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    feature: p.string(),
    external_id: p.string(),
    value: p.json().$type<VendorValue>(),
    hash: p.string(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    controller_objects: InferKyselyTable<typeof ControllerObject>;
  }
}
