import { contributeWith } from '@patchbay/kernel/extension';
import { AUTHENTICATORS } from '@patchbay/kernel/http';
import { defineModule } from '@patchbay/kernel/modules';
import { IdentityConfig } from './config.ts';
import { AuthorityChange } from './entities/authority-change.ts';
import { LoginAttempt } from './entities/login-attempt.ts';
import { Organization } from './entities/organization.ts';
import { RefreshToken } from './entities/refresh-token.ts';
import { Session } from './entities/session.ts';
import { SetupCompletion } from './entities/setup-completion.ts';
import { User } from './entities/user.ts';
import * as errors from './errors.ts';
import { sweep } from './jobs.ts';
import { accounts } from './migrations/001-accounts.ts';
import { sessions } from './migrations/002-sessions.ts';
import { authority } from './migrations/003-authority.ts';
import { providers } from './providers.ts';
import * as profileRoutes from './routes/profile.ts';
import * as sessionRoutes from './routes/sessions.ts';
import * as setupRoutes from './routes/setup.ts';
import * as signInRoutes from './routes/sign-in.ts';
import { TokenAuthenticator } from './services/token-authenticator.ts';
import { ACCESS_TOKENS, REVOCATION_EPOCHS, REVOCATION_WATCH, SESSIONS, USER_AUTHORITIES } from './tokens.ts';

export default defineModule({
  id: 'identity',
  title: 'Identity',
  status: 'available',
  critical: true,
  prefixes: ['/setup', '/auth'],
  config: IdentityConfig,
  entities: [AuthorityChange, LoginAttempt, Organization, RefreshToken, Session, SetupCompletion, User],
  migrations: [accounts, sessions, authority],
  providers,
  errors: Object.values(errors),
  routes: [setupRoutes, signInRoutes, profileRoutes, sessionRoutes].flatMap((routes) =>
    Object.values(routes),
  ),
  jobs: [sweep],
  contributes: [
    contributeWith(
      AUTHENTICATORS,
      {
        tokens: ACCESS_TOKENS,
        authorities: USER_AUTHORITIES,
        sessions: SESSIONS,
        epochs: REVOCATION_EPOCHS,
        watch: REVOCATION_WATCH,
      },
      ({ tokens, authorities, sessions: open, epochs, watch }) =>
        new TokenAuthenticator(tokens, authorities, open, epochs, watch),
    ),
  ],
});
