export { BACKGROUND, type Background } from './background.ts';
export { documentOf } from './boot/api-document.ts';
export { collectGarbage } from './boot/collect-garbage.ts';
export { SERVES } from './boot/kernel-scope.ts';
export {
  createPlatform,
  migrationsOf,
  type OpenPlatform,
  openPlatform,
  type Platform,
  type PlatformOptions,
} from './boot/platform.ts';
export {
  type DatabaseServer,
  readAsOwner,
  startServer,
  startServerReadOnly,
  withOwner,
} from './database/owner-connection.ts';
export {
  fitsKeys,
  forgetFormerKeys,
  keyStateOf,
  migrateDatabase,
  missingSteps,
  namedRights,
  type Prepared,
  prepareDatabase,
} from './database/prepare-database.ts';
export {
  CONTRACT_VERSION,
  defineModule,
  type EventReservation,
  type ModuleDeclaration,
  type ModuleStatus,
} from './define-module.ts';
export { checkModules, permissionsIn } from './installed/check.ts';
export { type DiscoveredModule, discoverModules, ModuleError } from './installed/discovery.ts';
export { installedModules, modulesOf, shippedEnvironment } from './installed/installation.ts';
export { inBootOrder } from './installed/order.ts';
export { permissionMapOf } from './installed/shipped-config.ts';
export { moduleConfig } from './module-config.ts';
export { MODULE_REGISTRY, type ModuleRegistry, type ModuleView } from './registry.ts';
export { type CatalogedRoute, ROUTE_CATALOG, type RouteCatalog, routeCatalog } from './route-catalog.ts';
