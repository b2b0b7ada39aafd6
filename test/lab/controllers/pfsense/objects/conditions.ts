import type { FirewallRecord } from '../records.ts';
import type { Field } from '../schema.ts';

/** Whether the named fields have the values under which the product takes this one. `parent__` looks one level up. */
export function conditionsMet(
  field: Field,
  values: (name: string) => unknown,
  parent: FirewallRecord | null,
): boolean {
  return Object.entries(field.conditions).every(([key, wanted]) => {
    const negated = key.startsWith('!');
    const name = negated ? key.slice(1) : key;
    const value = name.startsWith('parent__') ? parent?.[name.slice('parent__'.length)] : values(name);
    return fits(value ?? null, wanted) !== negated;
  });
}

function fits(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.includes(value);
  return value === wanted;
}
