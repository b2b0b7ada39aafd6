import { defineModule } from '@patchbay/kernel/modules';
import * as events from './contract.ts';
import * as errors from './errors.ts';
import { providers } from './providers.ts';
import * as explainAccess from './routes/explain-access.ts';
import * as keys from './routes/keys.ts';
import * as lockedAccounts from './routes/locked-accounts.ts';
import * as secondFactors from './routes/second-factors.ts';
import * as sessions from './routes/sessions.ts';
import * as signIns from './routes/sign-ins.ts';

export default defineModule({
  id: 'security',
  title: 'Security',
  status: 'available',
  prefixes: ['/security'],
  requires: ['identity', 'api-keys', 'organizations', 'system'],
  providers,
  errors: Object.values(errors),
  events: Object.values(events),
  routes: [signIns, lockedAccounts, sessions, secondFactors, keys, explainAccess].flatMap((routes) =>
    Object.values(routes),
  ),
});
