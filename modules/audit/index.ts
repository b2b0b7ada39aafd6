import { AUDIT_CHAIN } from '@patchbay/kernel/audit';
import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { COMMANDS } from '@patchbay/operator';
import { acceptCommand } from './accept-command.ts';
import { exportCommand, verifyCommand } from './commands.ts';
import { AUDIT_TRAIL } from './contract.ts';
import { entities } from './entities/index.ts';
import { chainBroken } from './events.ts';
import { validateChainsJob } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import * as routes from './routes.ts';
import { AuditTrail } from './services/audit-trail.ts';
import { ChainWatch } from './services/chain-watch.ts';
import { CHAIN_WATCH } from './tokens.ts';

export default defineModule({
  id: 'audit',
  title: 'Audit',
  status: 'available',
  prefixes: ['/audit'],
  requires: ['identity'],
  entities,
  migrations,
  providers: [
    provide(AUDIT_TRAIL, [DATABASE], (database) => new AuditTrail(database)),
    provide(
      CHAIN_WATCH,
      [DATABASE, AUDIT_CHAIN, LOGGER],
      (...deps) => new ChainWatch(...deps),
      (watch) => watch.close(),
    ),
  ],
  permissions: Object.values(permissions),
  routes: Object.values(routes),
  events: [chainBroken],
  jobs: [validateChainsJob],
  contributes: contribute(COMMANDS, exportCommand, verifyCommand, acceptCommand),
});
