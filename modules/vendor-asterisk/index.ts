import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { VENDORS } from '@patchbay/module-gateway/contract';
import { asteriskVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-asterisk',
  title: 'Asterisk',
  status: 'available',
  prefixes: [],
  requires: ['gateway'],
  contributes: [contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => asteriskVendor(outbound))],
});
