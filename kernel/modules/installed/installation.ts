import { join } from 'node:path';
import type { Environment, KernelConfig } from '../../config/index.ts';
import { type DiscoveredModule, discoverModules } from './discovery.ts';
import { inBootOrder, selected } from './order.ts';
import { withShippedDefaults } from './shipped-config.ts';

/** Folder of the installation: `modules/` and `config/` lie below it. */
export const INSTALLATION = join(import.meta.dirname, '..', '..', '..');

/** Every module of this installation, whatever PATCHBAY_MODULES says; throws for one that cannot be loaded. */
export const installedModules = (): Promise<readonly DiscoveredModule[]> => discoverModules(INSTALLATION);

/** The environment over the shipped defaults, as a platform reads it. */
export const shippedEnvironment = (environment: Environment): Promise<Environment> =>
  withShippedDefaults(INSTALLATION, environment);

/** Of these modules those that a platform of this configuration has, in the order in which it starts them. */
export const modulesOf = (
  found: readonly DiscoveredModule[],
  { PATCHBAY_MODULES, ENVIRONMENT }: KernelConfig,
): readonly DiscoveredModule[] =>
  inBootOrder(selected(found, PATCHBAY_MODULES, ENVIRONMENT === 'production'));
