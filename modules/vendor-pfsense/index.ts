import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { firewallFeatures, pfsenseVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-pfsense',
  title: 'pfSense',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => pfsenseVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...firewallFeatures),
  ],
});
