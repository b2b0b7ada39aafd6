import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { type PermissionMap, type Principal, patternCovers, scopesCover } from '@patchbay/kernel/permissions';
import { scopeNotHeld, unscopedNeeded } from '../errors.ts';

/** Which scopes a principal may put on a new key (SPEC 5.6, DECISIONS 15). */
export class ScopeRules extends Service<{ permissions: PermissionMap }> {
  /** Throws 422 for scopes that mean nothing and 403 for scopes beyond the principal's own. */
  check(principal: Principal, scopes: readonly string[] | undefined): void {
    if (scopes === undefined) {
      if (principal.scopes !== null) throw unscopedNeeded();
      return;
    }
    const details = scopes.flatMap((scope, index): readonly ErrorDetail[] =>
      this.#isKnown(scope)
        ? []
        : [{ field: `scopes.${index}`, message: `"${scope}" is no permission`, type: 'unknown_scope' }],
    );
    if (details.length > 0) throw validationFailed({ details });
    const beyond = scopes.find((scope) => !this.#holds(principal, scope));
    if (beyond !== undefined) throw scopeNotHeld({ message: `You do not hold "${beyond}" yourself.` });
  }

  /** A declared permission, a wildcard that covers one, or the bare `*`, which matches nothing namespaced. */
  #isKnown(scope: string): boolean {
    return scope === '*' || this.parts.permissions.isDeclared(scope) || this.#coveredBy(scope).length > 0;
  }

  #coveredBy(scope: string): readonly string[] {
    return this.parts.permissions.declarations.map(({ id }) => id).filter((id) => patternCovers(scope, id));
  }

  #holds({ role, scopes }: Principal, scope: string): boolean {
    if (scopes !== null && !scopesCover(scopes, scope)) return false;
    if (role === 'super_admin') return true;
    const covered = this.#coveredBy(scope);
    return (
      scope !== '*' && covered.length > 0 && covered.every((id) => this.parts.permissions.roleHolds(role, id))
    );
  }
}
