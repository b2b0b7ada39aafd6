import { defineModule } from '@patchbay/kernel/modules';

export default defineModule({
  id: 'passkeys',
  title: 'Passkeys',
  status: 'available',
  prefixes: ['/auth/passkeys'],
  requires: ['identity'],
});
