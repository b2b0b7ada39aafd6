import type { Contributions } from '@patchbay/kernel/extension';
import type { SyncEnding } from '@patchbay/module-inventory/contract';
import type { Vendor } from '@patchbay/vendor-kit';
import { gatewaySyncCompleted } from '../../events.ts';

/** Publishes every ended sync of a gateway, in the unit that ends it (SPEC 6.1). */
export const gatewaySyncs = (vendors: Contributions<Vendor>): SyncEnding => ({
  ended(work, sync) {
    const vendor = vendors.values.find(({ id }) => id === sync.vendor);
    if (vendor?.gateway) work.events.publish(gatewaySyncCompleted, sync, { site_id: sync.site_id });
  },
});
