import { defineTable, p, rowSecurity, tenantColumns } from '@patchbay/kernel/database';
import type { VendorValue } from '@patchbay/vendor-kit';

/** A configuration object of a controller as last read; base of a staged diff (DECISIONS 18). */
export const ControllerObject = defineTable('controller_objects', {
  columns: {
    ...tenantColumns,
    site_id: p.uuid(),
    controller_id: p.uuid(),
    feature: p.string(),
    external_id: p.string(),
    value: p.json().$type<VendorValue>(),
    hash: p.string(),
  },
  lock: rowSecurity('controller_objects', 'site_id'),
  constraints: [
    'unique (controller_id, feature, external_id)',
    'foreign key (controller_id) references controllers (id)',
  ],
});
