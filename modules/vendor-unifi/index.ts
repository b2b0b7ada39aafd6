import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { unifiFeatures, unifiVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-unifi',
  title: 'UniFi Network',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => unifiVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...unifiFeatures),
  ],
});
