import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { openWrtFeatures, openWrtVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-openwrt',
  title: 'OpenWrt',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => openWrtVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...openWrtFeatures),
  ],
});
