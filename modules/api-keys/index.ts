import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { AUTHENTICATORS } from '@patchbay/kernel/permissions';
import { apiKeyExpiring } from './contract.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import * as jobs from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { apiKeyAdmin } from './permissions.ts';
import { providers } from './providers.ts';
import * as routes from './routes.ts';
import { KeyAuthenticator } from './services/key-authenticator.ts';

export default defineModule({
  id: 'api-keys',
  title: 'API keys',
  status: 'available',
  prefixes: ['/api-keys'],
  requires: ['identity'],
  entities,
  migrations,
  providers,
  permissions: [apiKeyAdmin],
  errors: Object.values(errors),
  events: [apiKeyExpiring],
  routes: Object.values(routes),
  jobs: Object.values(jobs),
  contributes: [
    contributeWith(AUTHENTICATORS, { authenticator: KeyAuthenticator }, ({ authenticator }) => authenticator),
  ],
});
