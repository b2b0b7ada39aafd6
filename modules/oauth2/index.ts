import { defineModule } from '@patchbay/kernel/modules';

export default defineModule({
  id: 'oauth2',
  title: 'OAuth 2.0',
  status: 'available',
  prefixes: ['/oauth2'],
  requires: ['identity'],
});
