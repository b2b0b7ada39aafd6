import { COMMANDS } from '@patchbay/kernel/cli';
import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { exportCommand, verifyCommand } from './commands.ts';
import { AUDIT_TRAIL } from './contract.ts';
import * as permissions from './permissions.ts';
import * as routes from './routes.ts';
import { AuditTrail } from './services/audit-trail.ts';

export default defineModule({
  id: 'audit',
  title: 'Audit',
  status: 'available',
  prefixes: ['/audit'],
  requires: ['identity'],
  providers: [provide(AUDIT_TRAIL, [DATABASE], (database) => new AuditTrail(database))],
  permissions: Object.values(permissions),
  routes: Object.values(routes),
  contributes: contribute(COMMANDS, exportCommand, verifyCommand),
});
