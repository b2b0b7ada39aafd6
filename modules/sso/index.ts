import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { SsoConfig } from './config.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { migrations } from './migrations/index.ts';
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
  entities,
  migrations,
  providers,
  errors: Object.values(errors),
  routes: [...Object.values(providerRoutes), ...Object.values(signInRoutes)],
  jobs: [sweep],
  contributes: contribute(SEALED_COLUMNS, { table: 'sso_providers', column: 'secret' }),
});
