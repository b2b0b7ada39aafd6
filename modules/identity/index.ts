import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { AUTHENTICATORS } from '@patchbay/kernel/permissions';
import { COMMANDS } from '@patchbay/operator';
import { createAdmin, resetMfa } from './commands.ts';
import { IdentityConfig } from './config.ts';
import { userReferences } from './contributions/references.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors/accounts.ts';
import { sweep } from './jobs/accounts.ts';
import { migrations } from './migrations/index.ts';
import * as mfa from './parts/mfa.ts';
import * as proof from './parts/proof.ts';
import * as recovery from './parts/recovery.ts';
import { providers } from './providers/index.ts';
import * as profileRoutes from './routes/profile.ts';
import * as sessionRoutes from './routes/sessions.ts';
import * as setupRoutes from './routes/setup.ts';
import * as signInRoutes from './routes/sign-in.ts';
import { RevocationEpochs } from './services/revocation/revocation-epochs.ts';
import { RevocationWatch } from './services/revocation/revocation-watch.ts';
import { UserAuthorities } from './services/revocation/user-authorities.ts';
import { AccessTokens } from './services/tokens/access-tokens.ts';
import { Sessions } from './services/tokens/sessions.ts';
import { TokenAuthenticator } from './services/tokens/token-authenticator.ts';

export default defineModule({
  id: 'identity',
  title: 'Identity',
  status: 'available',
  critical: true,
  prefixes: ['/setup', '/auth'],
  config: IdentityConfig,
  entities,
  migrations,
  providers,
  errors: [...Object.values(errors), ...mfa.errors],
  routes: [
    ...[setupRoutes, signInRoutes, profileRoutes, sessionRoutes].flatMap((routes) => Object.values(routes)),
    ...mfa.routes,
    ...recovery.routes,
    ...proof.routes,
  ],
  events: recovery.events,
  jobs: [sweep, ...recovery.jobs, ...proof.jobs],
  contributes: [
    ...mfa.contributes,
    ...proof.contributes,
    ...userReferences,
    ...contribute(COMMANDS, createAdmin, resetMfa),
    contributeWith(
      AUTHENTICATORS,
      {
        tokens: AccessTokens,
        authorities: UserAuthorities,
        sessions: Sessions,
        epochs: RevocationEpochs,
        watch: RevocationWatch,
      },
      ({ tokens, authorities, sessions: open, epochs, watch }) =>
        new TokenAuthenticator({ tokens, authorities, sessions: open, epochs, watch }),
    ),
  ],
});
