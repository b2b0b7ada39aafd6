export { documentOf } from './api-document.ts';
export {
  bringForward,
  bringSchemaForward,
  fitsKeys,
  forgetFormerKeys,
  keyStateOf,
  missingSteps,
  namedRights,
  type Prepared,
} from './bring-forward.ts';
export { checkModules, permissionsIn } from './check.ts';
export {
  CONTRACT_VERSION,
  defineModule,
  type EventReservation,
  type ModuleDeclaration,
  type ModuleStatus,
} from './define-module.ts';
export { type DiscoveredModule, discoverModules, ModuleError } from './discovery.ts';
export { installedModules, modulesOf, shippedEnvironment } from './installation.ts';
export { SERVES } from './kernel-scope.ts';
export { moduleConfig } from './module-config.ts';
export { inBootOrder } from './order.ts';
export {
  type DatabaseServer,
  lookingAsOwner,
  startServer,
  startServerToLook,
  withOwner,
} from './owner-connection.ts';
export {
  createPlatform,
  migrationsOf,
  type OpenPlatform,
  openPlatform,
  type Platform,
  type PlatformOptions,
} from './platform.ts';
export { MODULE_REGISTRY, type ModuleRegistry, type ModuleView } from './registry.ts';
export { settleHeap } from './settle-heap.ts';
export { permissionMapOf } from './shipped-config.ts';
