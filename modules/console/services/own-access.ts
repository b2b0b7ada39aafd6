import { Service } from '@patchbay/kernel/di';
import type { ModuleRegistry, RouteCatalog } from '@patchbay/kernel/modules';
import {
  decide,
  type PermissionMap,
  type Principal,
  ROLE_NAMES,
  type RoleName,
  roleAtLeast,
} from '@patchbay/kernel/permissions';

export interface AccessView {
  /** Ids of the modules that are on. */
  readonly modules: readonly string[];
  /** The caller's role and those below it. */
  readonly roles: readonly RoleName[];
  /** `POST /sites`: routes of modules that are on and that answer the caller. */
  readonly routes: readonly string[];
}

/** Modules and routes open to a caller, by the decision that every request meets; a console leaves the rest out. */
export class OwnAccess extends Service<{
  catalog: RouteCatalog;
  permissions: PermissionMap;
  modules: ModuleRegistry;
}> {
  of(principal: Principal): AccessView {
    const { catalog, permissions, modules } = this.parts;
    const on = new Set(modules.list().flatMap(({ id, enabled }) => (enabled ? [id] : [])));
    return {
      modules: [...on],
      roles: ROLE_NAMES.filter((role) => roleAtLeast(principal.role, role)),
      routes: catalog.all
        .filter(
          (each) =>
            on.has(each.module_id) &&
            each.route.mount !== 'root' &&
            !each.isBeyond(principal) &&
            decide(permissions, principal, each.route.access).allowed,
        )
        .map(({ route }) => `${route.method} ${route.path}`),
    };
  }
}
