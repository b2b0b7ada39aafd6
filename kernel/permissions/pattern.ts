/**
 * Does a granted pattern cover a permission? `*` alone covers everything for a role, but nothing
 * namespaced for an API key scope (SPEC 5.6); `device:*` and `cameras.*` cover their namespace.
 */
export function patternCovers(pattern: string, permission: string): boolean {
  if (pattern === permission) return true;
  if (!pattern.endsWith('*')) return false;
  const stem = pattern.slice(0, -1);
  return (
    (stem.endsWith(':') || stem.endsWith('.')) &&
    permission.startsWith(stem) &&
    permission.length > stem.length
  );
}

/** Scopes of a key: a bare `*` matches nothing namespaced (DECISIONS 15). */
export const scopesCover = (scopes: readonly string[], permission: string): boolean =>
  scopes.some((scope) => patternCovers(scope, permission));
