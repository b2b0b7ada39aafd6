import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { proxmoxFeatures, proxmoxVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-proxmox',
  title: 'Proxmox VE',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => proxmoxVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...proxmoxFeatures),
  ],
});
