import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { VENDORS } from '@patchbay/vendor-kit';
import { onvifVendor } from './vendor.ts';

export default defineModule({
  id: 'vendor-onvif',
  title: 'ONVIF cameras',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(VENDORS, { outbound: OUTBOUND, clock: CLOCK }, ({ outbound, clock }) =>
      onvifVendor(outbound, clock),
    ),
  ],
});
