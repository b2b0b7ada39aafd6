import { contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { AUTHENTICATORS } from '@patchbay/kernel/permissions';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers.ts';
import * as applicationRoutes from './routes/applications.ts';
import * as authorizeRoutes from './routes/authorize.ts';
import * as grantRoutes from './routes/grants.ts';
import * as metadataRoutes from './routes/metadata.ts';
import * as tokenRoutes from './routes/tokens.ts';
import { GrantAuthenticator } from './services/grants/grant-authenticator.ts';

export default defineModule({
  id: 'oauth2',
  title: 'OAuth 2.0',
  status: 'available',
  prefixes: ['/oauth2'],
  requires: ['identity'],
  entities,
  migrations,
  providers,
  errors: Object.values(errors),
  routes: [applicationRoutes, authorizeRoutes, tokenRoutes, grantRoutes, metadataRoutes].flatMap((routes) =>
    Object.values(routes),
  ),
  jobs: [sweep],
  contributes: [
    contributeWith(
      AUTHENTICATORS,
      { authenticator: GrantAuthenticator },
      ({ authenticator }) => authenticator,
    ),
  ],
});
