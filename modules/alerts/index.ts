import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { contribute } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { DASHBOARD_PARTS } from '@patchbay/module-organizations/contract';
import { alertAcknowledged, alertCreated, alertResolved } from './contract.ts';
import { createAlertAction } from './contributions/actions.ts';
import { alertsPart } from './contributions/dashboard.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { tidyAlerts } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { alertRead, alertWrite } from './permissions.ts';
import { alertRoutes } from './routes.ts';
import { AlertRaising } from './services/alert-raising.ts';
import { AlertTrimming } from './services/alert-trimming.ts';
import { Alerts } from './services/alerts.ts';

export default defineModule({
  id: 'alerts',
  title: 'Alerts',
  status: 'available',
  prefixes: ['/alerts'],
  requires: ['organizations'],
  contributesTo: ['automation'],
  entities,
  migrations,
  providers: [
    provide(Alerts, { database: DATABASE }),
    provide(AlertRaising, { database: DATABASE }),
    provide(AlertTrimming, { database: DATABASE }),
  ],
  permissions: [alertRead, alertWrite],
  errors: Object.values(errors),
  routes: alertRoutes,
  events: [alertCreated, alertAcknowledged, alertResolved],
  jobs: [tidyAlerts],
  contributes: [createAlertAction, ...contribute(DASHBOARD_PARTS, alertsPart)],
});
