export { documentOf } from './api-document.ts';
export { checkModules, permissionsIn } from './check.ts';
export {
  CONTRACT_VERSION,
  defineModule,
  type ModuleDeclaration,
  type ModuleStatus,
} from './define-module.ts';
export { type DiscoveredModule, discoverModules, ModuleError } from './discovery.ts';
export { moduleConfig } from './module-config.ts';
export { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
export { MODULE_REGISTRY, type ModuleRegistry, type ModuleView } from './registry.ts';
export { permissionMapOf } from './shipped-config.ts';
