import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { mikrotikVendor, routerFeatures } from './vendor.ts';

export default defineModule({
  id: 'vendor-mikrotik',
  title: 'MikroTik RouterOS',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => mikrotikVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...routerFeatures),
  ],
});
