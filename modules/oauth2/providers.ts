import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { AUTHORITY } from '@patchbay/module-identity/contract';
import { ApplicationRules } from './services/applications/application-rules.ts';
import { Applications } from './services/applications/applications.ts';
import { Clients } from './services/applications/clients.ts';
import { CodeIssuer } from './services/authorization/code-issuer.ts';
import { Consents } from './services/authorization/consents.ts';
import { GrantAuthenticator } from './services/grants/grant-authenticator.ts';
import { GrantUnits } from './services/grants/grant-units.ts';
import { Grants } from './services/grants/grants.ts';
import { CodeExchange } from './services/tokens/code-exchange.ts';
import { Housekeeping } from './services/tokens/housekeeping.ts';
import { Introspections } from './services/tokens/introspections.ts';
import { LiveTokens } from './services/tokens/live-tokens.ts';
import { RefreshExchange } from './services/tokens/refresh-exchange.ts';
import { TokenIssuer } from './services/tokens/token-issuer.ts';
import { TokenRevocation } from './services/tokens/token-revocation.ts';

export const providers: readonly Provider[] = [
  provide(
    Applications,
    [DATABASE, AUTHORITY, SECRETS, PERMISSION_MAP],
    (database, authority, secrets, permissions) =>
      new Applications({ database, authority, secrets, rules: new ApplicationRules({ permissions }) }),
  ),
  provide(Clients, { database: DATABASE, secrets: SECRETS }),
  provide(LiveTokens, { database: DATABASE, clock: CLOCK }),
  provide(Grants, { database: DATABASE, authority: AUTHORITY, clock: CLOCK }),
  provide(
    Consents,
    [DATABASE, PERMISSION_MAP, SECRETS, CLOCK],
    (database, permissions, secrets, clock) =>
      new Consents({ database, permissions, codes: new CodeIssuer({ secrets, clock }) }),
  ),
  provide(
    CodeExchange,
    [DATABASE, AUTHORITY, Grants, SECRETS, CLOCK],
    (database, authority, grants, secrets, clock) => {
      const units = new GrantUnits({ database, authority });
      return new CodeExchange({
        database,
        units,
        grants,
        issuer: new TokenIssuer({ secrets, clock }),
        secrets,
        clock,
      });
    },
  ),
  provide(
    RefreshExchange,
    [DATABASE, AUTHORITY, Grants, SECRETS, CLOCK],
    (database, authority, grants, secrets, clock) => {
      const units = new GrantUnits({ database, authority });
      return new RefreshExchange({
        database,
        units,
        grants,
        issuer: new TokenIssuer({ secrets, clock }),
        clock,
      });
    },
  ),
  provide(TokenRevocation, { database: DATABASE, tokens: LiveTokens, authority: AUTHORITY, clock: CLOCK }),
  provide(Introspections, { tokens: LiveTokens, authority: AUTHORITY, permissions: PERMISSION_MAP }),
  provide(
    GrantAuthenticator,
    [DATABASE, LiveTokens, AUTHORITY, CLOCK],
    (database, tokens, authority, clock) => {
      const authenticator = new GrantAuthenticator(tokens, authority, clock);
      database.guardWrites((unit) => authenticator.guard(unit));
      return authenticator;
    },
  ),
  provide(Housekeeping, { database: DATABASE, clock: CLOCK }),
];
