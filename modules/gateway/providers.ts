import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { SITE_GUARDS } from '@patchbay/kernel/permissions';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { CHANGE_SETS, CHANGES } from '@patchbay/module-changes/contract';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { STAGED_FEATURES, VENDORS } from '@patchbay/vendor-kit';
import { LIVE_CONTROLLERS, SYNCED_CONTROLLERS } from './contract.ts';
import { AskedControllers } from './services/asked-controllers.ts';
import { Families } from './services/families.ts';
import { GatewayChanges } from './services/gateway-changes.ts';
import { KeptControllers } from './services/kept-controllers.ts';
import { LiveObjects } from './services/live-objects.ts';
import { Distribution } from './services/orchestration/distribution.ts';
import { GatewayWatch } from './services/orchestration/gateway-watch.ts';
import { SiteBrains } from './services/orchestration/site-brains.ts';
import { VlanPlans } from './services/orchestration/vlan-plans.ts';
import { GATEWAY_WATCH } from './tokens.ts';

export const gatewayProviders = [
  provide(Families, [VENDORS.all, CONTROLLERS]),
  provide(GatewayChanges, [Families, STAGED_FEATURES.all, CONTROLLERS, CHANGES]),
  provide(LiveObjects, [Families, STAGED_FEATURES.all, CONTROLLERS]),
  provide(
    LIVE_CONTROLLERS,
    [DATABASE, CONTROLLERS, SITE_GUARDS.all],
    (database, controllers, sites) => new AskedControllers(database, controllers, sites),
  ),
  provide(
    SYNCED_CONTROLLERS,
    [DATABASE, VENDORS.all],
    (database, vendors) => new KeptControllers(database, vendors),
  ),
  provide(SiteBrains, [DATABASE, VENDORS.all, SITE_GUARDS.all]),
  provide(
    VlanPlans,
    [DATABASE, SiteBrains, SYNCED_CONTROLLERS, CHANGES],
    (database, brains, synced, changes) => new VlanPlans({ database, brains, synced, changes }),
  ),
  provide(
    Distribution,
    [DATABASE, VlanPlans, CHANGES, CHANGE_SETS],
    (database, plans, changes, sets) => new Distribution({ database, plans, changes, sets }),
  ),
  provide(GATEWAY_WATCH, [DATABASE, LOGGER], (database, logger) => new GatewayWatch(database, logger)),
];
