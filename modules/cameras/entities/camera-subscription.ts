import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { tenantFilter, tenantProperties, timestamp } from '@patchbay/kernel/database';

/** Where a controller keeps what its cameras report for us; its id is the controller's. */
export const CameraSubscription = defineEntity({
  name: 'CameraSubscription',
  tableName: 'camera_subscriptions',
  properties: {
    ...tenantProperties,
    /** As the controller named it; null before the first one, and when the last was lost. */
    subscription: p.string().nullable(),
    /** One process at a time asks. */
    claimed_until: timestamp(),
    ask_after: timestamp(),
    last_error: p.string().nullable(),
  },
  filters: tenantFilter,
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    camera_subscriptions: InferKyselyTable<typeof CameraSubscription>;
  }
}
