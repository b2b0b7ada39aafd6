import { defineModule } from '@patchbay/kernel/modules';
import { hypervisorOperations } from './operations.ts';
import { hypervisorPermissions } from './permissions.ts';

export default defineModule({
  id: 'hypervisor',
  title: 'Compute and hypervisor',
  status: 'available',
  prefixes: ['/hypervisor'],
  permissions: hypervisorPermissions,
  operations: hypervisorOperations,
});
