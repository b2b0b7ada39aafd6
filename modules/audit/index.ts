import { DATABASE } from '@patchbay/kernel/database';
import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { BACKGROUND, defineModule } from '@patchbay/kernel/modules';
import { SECRETS } from '@patchbay/kernel/secrets';
import { COMMANDS, KEYED_RECORDS } from '@patchbay/operator';
import { acceptCommand } from './commands/accept.ts';
import { exportCommand, verifyCommand } from './commands/exports.ts';
import { AuditConfig } from './config.ts';
import { AUDIT_CHAIN } from './contract.ts';
import { keyedRecord } from './contributions/keyed-record.ts';
import { entities } from './entities/index.ts';
import { chainBroken } from './events.ts';
import { validateChainsJob } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import * as permissions from './permissions.ts';
import { providers } from './providers.ts';
import * as routes from './routes.ts';

export default defineModule({
  id: 'audit',
  title: 'Audit',
  status: 'available',
  prefixes: ['/audit'],
  requires: ['identity'],
  config: AuditConfig,
  entities,
  migrations,
  providers,
  permissions: Object.values(permissions),
  routes: Object.values(routes),
  events: [chainBroken],
  jobs: [validateChainsJob],
  contributes: [
    ...contribute(COMMANDS, exportCommand, verifyCommand, acceptCommand),
    contributeWith(BACKGROUND, { chain: AUDIT_CHAIN }, ({ chain }) => chain),
    contributeWith(KEYED_RECORDS, { chain: AUDIT_CHAIN, database: DATABASE, secrets: SECRETS }, keyedRecord),
  ],
});
