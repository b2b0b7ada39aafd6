import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { SECOND_FACTORS } from '@patchbay/module-identity/contract';
import { PasskeysConfig } from './config.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers.ts';
import * as ownRoutes from './routes/own.ts';
import * as proofRoutes from './routes/reauthentication.ts';
import * as signInRoutes from './routes/sign-in.ts';
import { passkeyFactor } from './services/passkey-factor.ts';

export default defineModule({
  id: 'passkeys',
  title: 'Passkeys',
  status: 'available',
  prefixes: ['/auth/passkeys'],
  requires: ['identity'],
  config: PasskeysConfig,
  entities,
  migrations,
  providers,
  errors: Object.values(errors),
  routes: [ownRoutes, proofRoutes, signInRoutes].flatMap((routes) => Object.values(routes)),
  jobs: [sweep],
  contributes: contribute(SECOND_FACTORS, passkeyFactor),
});
