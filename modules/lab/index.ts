import { defineModule } from '@patchbay/kernel/modules';

export default defineModule({
  id: 'lab',
  title: 'Lab: simulated controllers for development',
  status: 'available',
  developmentOnly: true,
  prefixes: ['/lab'],
});
