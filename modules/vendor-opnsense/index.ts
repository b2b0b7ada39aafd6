import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { firewallFeatures, opnsenseVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-opnsense',
  title: 'OPNsense',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => opnsenseVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...firewallFeatures),
  ],
});
