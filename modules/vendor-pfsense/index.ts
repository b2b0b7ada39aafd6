import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES } from '@patchbay/module-changes/contract';
import { VENDORS } from '@patchbay/module-gateway/contract';
import { firewallFeatures, pfsenseVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-pfsense',
  title: 'pfSense',
  status: 'available',
  prefixes: [],
  requires: ['gateway'],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => pfsenseVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...firewallFeatures),
  ],
});
