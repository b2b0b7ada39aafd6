import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { VENDORS } from '@patchbay/vendor-kit';
import { asteriskVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-asterisk',
  title: 'Asterisk',
  status: 'available',
  prefixes: [],
  contributes: [contributeWith(VENDORS, { outbound: OUTBOUND }, ({ outbound }) => asteriskVendor(outbound))],
});
