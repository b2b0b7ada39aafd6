import { defineModule } from '@patchbay/kernel/modules';
import { clientList } from './operations.ts';
import { networkPermissions } from './permissions.ts';

export default defineModule({
  id: 'network',
  title: 'Network management',
  status: 'available',
  prefixes: ['/network', '/switches', '/access-points', '/poe', '/topology', '/dpi', '/radius', '/roaming'],
  requires: ['gateway'],
  permissions: networkPermissions,
  operations: [clientList],
});
