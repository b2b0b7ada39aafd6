import type { Row } from '../row.ts';

/** The first right a call asks for, as a refusal names it: `/vms/100, VM.PowerMgmt`. */
export function permissionsOf(permissions: unknown, given: Row): string {
  const check =
    typeof permissions === 'object' && permissions !== null && 'check' in permissions
      ? permissions.check
      : [];
  const [path, rights] = firstIn(check) ?? ['/', ['Sys.Modify']];
  const filled = path.replace(/\{([a-z]+)\}/g, (_, name: string) => String(given[name] ?? ''));
  return `${filled}, ${rights.join('|')}`;
}

function firstIn(check: unknown): readonly [string, readonly string[]] | null {
  if (!Array.isArray(check)) return null;
  const [word, path, rights] = check as readonly unknown[];
  if (word === 'perm' && typeof path === 'string' && Array.isArray(rights)) return [path, rights.map(String)];
  for (const part of check) {
    const found = firstIn(part);
    if (found !== null) return found;
  }
  return null;
}
