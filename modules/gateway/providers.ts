import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs } from '@patchbay/kernel/di';
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
  provide(Families, { contributed: VENDORS.all, controllers: CONTROLLERS }),
  provide(GatewayChanges, {
    database: DATABASE,
    families: Families,
    features: STAGED_FEATURES.all,
    controllers: CONTROLLERS,
    changes: CHANGES,
  }),
  provide(LiveObjects, { families: Families, features: STAGED_FEATURES.all, controllers: CONTROLLERS }),
  provideAs(LIVE_CONTROLLERS, AskedControllers, {
    database: DATABASE,
    controllers: CONTROLLERS,
    sites: SITE_GUARDS.all,
  }),
  provideAs(SYNCED_CONTROLLERS, KeptControllers, { database: DATABASE, vendors: VENDORS.all }),
  provide(SiteBrains, { database: DATABASE, vendors: VENDORS.all, sites: SITE_GUARDS.all }),
  provide(VlanPlans, {
    database: DATABASE,
    brains: SiteBrains,
    synced: SYNCED_CONTROLLERS,
    changes: CHANGES,
  }),
  provide(Distribution, { database: DATABASE, plans: VlanPlans, changes: CHANGES, sets: CHANGE_SETS }),
  provideAs(GATEWAY_WATCH, GatewayWatch, { database: DATABASE, logger: LOGGER }),
];
