import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { SsoConfig } from './config.ts';
import { SsoIdentity } from './entities/sso-identity.ts';
import { SsoProvider } from './entities/sso-provider.ts';
import { SsoUsedState } from './entities/sso-used-state.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { sso } from './migrations/001-sso.ts';
import { organizationProviders } from './migrations/002-organization-rows.ts';
import { providers } from './providers.ts';
import * as providerRoutes from './routes/providers.ts';
import * as signInRoutes from './routes/sign-in.ts';

export default defineModule({
  id: 'sso',
  title: 'Single sign-on',
  status: 'available',
  prefixes: ['/auth/sso'],
  requires: ['identity', 'organizations'],
  config: SsoConfig,
  entities: [SsoIdentity, SsoProvider, SsoUsedState],
  migrations: [sso, organizationProviders],
  providers,
  errors: Object.values(errors),
  routes: [...Object.values(providerRoutes), ...Object.values(signInRoutes)],
  jobs: [sweep],
  contributes: contribute(SEALED_COLUMNS, { table: 'sso_providers', column: 'secret' }),
});
