import type { Resolved } from '../../../di/index.ts';
import type { AnyRoute } from './route.ts';

/** Whether a module serves: a disabled one answers 404, a degraded one 503 (DECISIONS 35, 36). */
export type ModuleState = 'enabled' | 'disabled' | 'degraded';

/** A route as the platform hands it to the server: declared by a module, its dependencies resolved. */
export interface MountedRoute {
  readonly route: AnyRoute;
  readonly moduleId: string;
  /** Asked per request, so that switching a module acts at once. */
  state(): ModuleState;
  /** Values of `route.deps`; never read while the module is degraded. */
  // biome-ignore lint/suspicious/noExplicitAny: routes of different dependencies stand in one list
  readonly deps: Resolved<any>;
}
