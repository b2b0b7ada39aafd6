import { contributeWith } from '@patchbay/kernel/extension';
import { AUTHENTICATORS } from '@patchbay/kernel/http';
import { defineModule } from '@patchbay/kernel/modules';
import { OAuth2AccessToken } from './entities/oauth2-access-token.ts';
import { OAuth2Application } from './entities/oauth2-application.ts';
import { OAuth2Code } from './entities/oauth2-code.ts';
import { OAuth2Grant } from './entities/oauth2-grant.ts';
import { OAuth2RefreshToken } from './entities/oauth2-refresh-token.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { oauth2 } from './migrations/001-oauth2.ts';
import { providers } from './providers.ts';
import * as applicationRoutes from './routes/applications.ts';
import * as authorizeRoutes from './routes/authorize.ts';
import * as grantRoutes from './routes/grants.ts';
import * as metadataRoutes from './routes/metadata.ts';
import * as tokenRoutes from './routes/tokens.ts';
import { GRANT_AUTHENTICATOR } from './tokens.ts';

export default defineModule({
  id: 'oauth2',
  title: 'OAuth 2.0',
  status: 'available',
  prefixes: ['/oauth2'],
  requires: ['identity'],
  entities: [OAuth2Application, OAuth2Grant, OAuth2Code, OAuth2AccessToken, OAuth2RefreshToken],
  migrations: [oauth2],
  providers,
  errors: Object.values(errors),
  routes: [applicationRoutes, authorizeRoutes, tokenRoutes, grantRoutes, metadataRoutes].flatMap((routes) =>
    Object.values(routes),
  ),
  jobs: [sweep],
  contributes: [
    contributeWith(
      AUTHENTICATORS,
      { authenticator: GRANT_AUTHENTICATOR },
      ({ authenticator }) => authenticator,
    ),
  ],
});
