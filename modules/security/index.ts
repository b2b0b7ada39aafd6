import { defineModule } from '@patchbay/kernel/modules';

export default defineModule({
  id: 'security',
  title: 'Security',
  status: 'available',
  prefixes: ['/security'],
  requires: ['identity'],
});
