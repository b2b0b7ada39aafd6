import { type Token, token } from '../di/index.ts';
import { patternCovers, scopesCover } from './pattern.ts';
import type { PermissionDeclaration } from './permission.ts';
import type { Principal } from './principal.ts';
import { ROLE_NAMES, type RoleName, roleAtLeast } from './roles.ts';

/** Per role, permissions it holds beyond (`grant`) or short of (`revoke`) what declarations give it. */
export type PermissionDeviations = Partial<
  Record<RoleName, { readonly grant?: readonly string[]; readonly revoke?: readonly string[] }>
>;

/** Called when a permission grants access to a scoped key; on the request's own path, so it only notes. */
export type UseListener = (principal: Principal, permission: string) => void;

/** Which role holds which permission: declarations of all modules, then the deviations of `config/`. */
export class PermissionMap {
  readonly #declared: ReadonlyMap<string, PermissionDeclaration>;
  readonly #held: ReadonlyMap<RoleName, ReadonlySet<string>>;
  readonly #deviations: PermissionDeviations;
  readonly #listeners: UseListener[] = [];

  constructor(declarations: readonly PermissionDeclaration[], deviations: PermissionDeviations = {}) {
    this.#declared = new Map(declarations.map((declaration) => [declaration.id, declaration]));
    this.#deviations = deviations;
    this.#held = new Map(ROLE_NAMES.map((role) => [role, this.#heldBy(role)]));
  }

  #heldBy(role: RoleName): ReadonlySet<string> {
    const { grant = [], revoke = [] } = this.#deviations[role] ?? {};
    const byLevel = [...this.#declared.values()]
      .filter(({ lowest }) => lowest !== null && roleAtLeast(role, lowest))
      .map(({ id }) => id);
    return new Set([...byLevel, ...grant].filter((id) => !revoke.includes(id)));
  }

  get declarations(): readonly PermissionDeclaration[] {
    return [...this.#declared.values()];
  }

  isDeclared(permission: string): boolean {
    return this.#declared.has(permission);
  }

  /** `super_admin` holds `*` (SPEC 5.7). */
  roleHolds(role: RoleName, permission: string): boolean {
    if (role === 'super_admin') return true;
    const held = this.#held.get(role);
    return (
      held !== undefined &&
      (held.has(permission) || [...held].some((each) => patternCovers(each, permission)))
    );
  }

  scopesHold(scopes: readonly string[], permission: string): boolean {
    return scopesCover(scopes, permission);
  }

  /** Adds a listener for the permissions that scopes of keys are used for. */
  onUse(listener: UseListener): void {
    this.#listeners.push(listener);
  }

  /** Notes every effect that a verdict permitted; checks without effect are not noted. */
  noteUse(principal: Principal, { permission }: { readonly permission: string | null }): void {
    if (permission === null || principal.scopes === null) return;
    for (const listener of this.#listeners) listener(principal, permission);
  }

  /** Sorted, as `GET /auth/me` lists them; `*` for the super administrator. */
  permissionsOf(role: RoleName): readonly string[] {
    return role === 'super_admin' ? ['*'] : [...(this.#held.get(role) ?? [])].sort();
  }
}

export const PERMISSION_MAP: Token<PermissionMap> = token('kernel.permission-map');
