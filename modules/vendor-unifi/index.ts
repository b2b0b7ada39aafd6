import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES } from '@patchbay/module-changes/contract';
import { VENDORS } from '@patchbay/module-gateway/contract';
import { unifiFeatures, unifiVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-unifi',
  title: 'UniFi Network',
  status: 'available',
  prefixes: [],
  requires: ['gateway'],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => unifiVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...unifiFeatures),
  ],
});
