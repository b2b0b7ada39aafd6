import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { LIVE_CONTROLLERS } from '@patchbay/module-gateway/contract';
import { phoneLiveStatus } from './operations.ts';
import { voipPermissions } from './permissions.ts';
import { PhoneStatus } from './services/phone-status.ts';

export default defineModule({
  id: 'voip',
  title: 'VoIP and telephony',
  status: 'available',
  prefixes: ['/voip'],
  requires: ['gateway', 'inventory'],
  providers: [provide(PhoneStatus, { database: DATABASE, live: LIVE_CONTROLLERS })],
  permissions: voipPermissions,
  operations: [phoneLiveStatus],
});
