import { type Token, token } from '../di/index.ts';
import type { ModuleStates, ModuleView } from './module-states.ts';

/** Operations of routes on modules. */
export type ModuleRegistry = Pick<ModuleStates, 'list' | 'setEnabled' | 'isEnabled' | 'enabledSince'>;
export const MODULE_REGISTRY: Token<ModuleRegistry> = token('kernel.modules');
export type { ModuleView };
