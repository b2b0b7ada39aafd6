import { isRouterSecret } from '../writes/secret-fields.ts';
import type { Menu } from './menus.ts';
import type { RouterRow } from './rows.ts';

/** Facts about an object that do not move by themselves, unlike counters and timers. */
const steadyFacts = new Set(['dynamic', 'builtin', 'default', 'default-name', 'name', 'type']);

/** The object without its secrets. */
export const withoutSecrets = (row: RouterRow): RouterRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isRouterSecret(name)));

/**
 * The configuration in a row: settable fields and identifying ones. Counters and timers are left out, so that an
 * untouched object reads the same twice.
 */
export function configurationOf(menu: Menu | undefined, row: RouterRow): RouterRow {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) {
    const isKept = name === '.id' || steadyFacts.has(name) || (menu?.fields.has(name) ?? true);
    if (isKept && !isRouterSecret(name)) kept[name] = value;
  }
  return kept;
}
