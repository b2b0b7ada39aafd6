import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { contributeWith } from '@patchbay/kernel/extension';
import { AUTHENTICATORS } from '@patchbay/kernel/http';
import { defineModule } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { AUTHORITY } from '@patchbay/module-identity/contract';
import { ApiKey } from './entities/api-key.ts';
import * as errors from './errors.ts';
import { apiKeys } from './migrations/001-api-keys.ts';
import { apiKeyAdmin } from './permissions.ts';
import * as routes from './routes.ts';
import { ApiKeys } from './services/api-keys.ts';
import { KeyAuthenticator } from './services/key-authenticator.ts';
import { ScopeRules } from './services/scope-rules.ts';
import { API_KEYS, KEY_AUTHENTICATOR } from './tokens.ts';

export default defineModule({
  id: 'api-keys',
  title: 'API keys',
  status: 'available',
  prefixes: ['/api-keys'],
  requires: ['identity'],
  entities: [ApiKey],
  migrations: [apiKeys],
  providers: [
    provide(
      API_KEYS,
      [DATABASE, AUTHORITY, SECRETS, PERMISSION_MAP, CLOCK],
      (database, authority, secrets, permissions, clock) =>
        new ApiKeys(database, authority, secrets, new ScopeRules(permissions), clock),
    ),
    provide(KEY_AUTHENTICATOR, [DATABASE, AUTHORITY, CLOCK], (database, authority, clock) => {
      const authenticator = new KeyAuthenticator(database, authority, clock);
      database.guardWrites((unit) => authenticator.guard(unit));
      return authenticator;
    }),
  ],
  permissions: [apiKeyAdmin],
  errors: Object.values(errors),
  routes: Object.values(routes),
  contributes: [
    contributeWith(
      AUTHENTICATORS,
      { authenticator: KEY_AUTHENTICATOR },
      ({ authenticator }) => authenticator,
    ),
  ],
});
