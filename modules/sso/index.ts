import { defineModule } from '@patchbay/kernel/modules';

export default defineModule({
  id: 'sso',
  title: 'Single sign-on',
  status: 'available',
  prefixes: ['/auth/sso'],
  requires: ['identity'],
});
