import { notSent } from '@patchbay/vendor-kit';
import type { Operation } from '../schemas/operations.ts';

/** Values for the placeholders of a path. */
export type PathValues = Readonly<Record<string, string>>;

const PLACEHOLDERS = /\{([a-z]+)\}/g;
const LONGEST = 300;

export const placeholdersOf = (path: string): readonly string[] =>
  [...path.matchAll(PLACEHOLDERS)].flatMap(([, name]) => name ?? []);

/** Parameters in a `target_id`, in its order: a guest goes by its number alone, wherever it runs. */
export function targetNames(path: string): readonly string[] {
  const names = placeholdersOf(path);
  return names.includes('vmid') ? names.filter((name) => name !== 'node') : names;
}

/** The parts of a target, separated by slashes; the last one may hold slashes itself (`pve1/local/local:iso/a.iso`). */
export function valuesOfTarget(path: string, target_id: string | null): PathValues {
  const names = targetNames(path);
  if (names.length === 0) return {};
  const parts = (target_id ?? '').split('/');
  const values = names.map((_, index) =>
    index === names.length - 1 ? parts.slice(index).join('/') : (parts[index] ?? ''),
  );
  if (values.some((value) => value === ''))
    throw notSent(`The change names no object: expected ${names.join('/')}.`, 'adapter_not_found');
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

export const targetOf = (names: readonly string[], values: Readonly<Record<string, unknown>>): string =>
  names.map((name) => String(values[name] ?? '')).join('/');

/** The path with its placeholders filled; nothing in a value can lead to another path. */
export function filledPath({ path }: Pick<Operation, 'path'>, values: PathValues): string {
  return path.replace(PLACEHOLDERS, (_, name: string) => {
    const value = values[name] ?? '';
    if (value === '' || value.length > LONGEST || /^\.{1,2}$/.test(value) || /\p{Cc}/u.test(value))
      throw notSent(`That is no ${name} of the host.`, 'adapter_not_found');
    return encodeURIComponent(value);
  });
}
