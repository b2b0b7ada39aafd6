import type { PermissionMap, RoleName } from '@patchbay/kernel/permissions';

/** Outcome of the scopes of a request: those that may be granted, or the reason of a refusal. */
export type ScopeOutcome = { readonly scopes: readonly string[] } | { readonly refused: string };

/** Words of a `scope` parameter (RFC 6749 3.3), each once. */
export const scopesIn = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(' ').filter((word) => word !== '')),
];

/**
 * Which of the scopes asked for may be granted. Unknown ones, wildcards, and those the application may not ask
 * for are the application's mistake and refuse the request; those that the user does not hold are left out, as
 * RFC 6749 3.3 lets us, unless nothing remains.
 */
export function askedScopes(
  map: Pick<PermissionMap, 'isDeclared' | 'roleHolds'>,
  asked: readonly string[],
  allowed: readonly string[],
  role: RoleName,
): ScopeOutcome {
  if (asked.length === 0) return { refused: 'scope is required' };
  if (asked.some((scope) => !map.isDeclared(scope))) return { refused: 'scope names no permission' };
  if (asked.some((scope) => !allowed.includes(scope)))
    return { refused: 'scope is more than the application may ask for' };
  const scopes = asked.filter((scope) => map.roleHolds(role, scope));
  return scopes.length === 0 ? { refused: 'the user holds none of these permissions' } : { scopes };
}
