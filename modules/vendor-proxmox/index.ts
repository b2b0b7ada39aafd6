import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { STAGED_FEATURES } from '@patchbay/module-changes/contract';
import { VENDORS } from '@patchbay/module-gateway/contract';
import { proxmoxFeatures, proxmoxVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-proxmox',
  title: 'Proxmox VE',
  status: 'available',
  prefixes: [],
  requires: ['gateway'],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => proxmoxVendor(outbound)),
    ...contribute(STAGED_FEATURES, ...proxmoxFeatures),
  ],
});
