import type { SourceFile, SourceTree } from './source-tree.ts';

/** Something that may be used in a few places only; a place is a file, or a folder ending in a slash. */
export interface Confinement {
  readonly use: { readonly package: string } | { readonly call: string } | { readonly importedName: string };
  readonly places: readonly string[];
  readonly why: string;
}

/** Said once, here. Tests are exempt. */
export const confinements: readonly Confinement[] = [
  {
    use: { call: 'new RegExp' },
    places: ['modules/console/kit/forms/schema/pattern.ts'],
    why: 'patterns that users name are matched without backtracking expressions',
  },
  {
    use: { call: 'RegExp' },
    places: [],
    why: 'patterns that users name are matched without backtracking expressions',
  },
  { use: { package: 'inversify' }, places: ['kernel/di/'], why: 'only kernel/di knows the container' },
  { use: { package: 'reflect-metadata' }, places: ['kernel/di/'], why: 'only kernel/di knows the container' },
  {
    use: { importedName: 'Container' },
    places: ['kernel/di/', 'kernel/modules/'],
    why: 'the container is called in kernel/di and kernel/modules only',
  },
  ...['.createQueryBuilder', '.getKysely', '.getReference'].map((call) => ({
    use: { call },
    places: ['kernel/infrastructure/database/'],
    why: 'it walks past the scope filters; use the unit of work',
  })),
  {
    use: { package: '@mikro-orm' },
    places: ['kernel/infrastructure/database/', 'test/migration/'],
    why: 'tables are declared with defineTable, and data is reached through the unit of work',
  },
  {
    use: { call: '.forUpdate' },
    places: [],
    why: 'it holds up every insert that refers to the row, and dead-locks with them; use forNoKeyUpdate',
  },
];

/** What is used outside its places. */
export function checkConfined(tree: SourceTree, rules = confinements): readonly string[] {
  return [...tree.files.values()]
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      rules
        .filter((rule) => !rule.places.some((place) => within(file.path, place)))
        .flatMap((rule) =>
          uses(file, rule).map((use) => `${file.path}:${use.line} ${use.name}: ${rule.why}`),
        ),
    );
}

function uses(
  file: SourceFile,
  { use }: Confinement,
): readonly { readonly name: string; readonly line: number }[] {
  if ('call' in use) return file.calls.filter((call) => call.name === use.call);
  if ('package' in use) {
    const found = file.imports.filter((one) => `${one.specifier}/`.startsWith(`${use.package}/`));
    return found.map((one) => ({ name: one.specifier, line: one.line }));
  }
  const found = file.imports.filter((one) => one.names.some((name) => name.endsWith(use.importedName)));
  return found.map((one) => ({ name: one.names.join(', '), line: one.line }));
}

const within = (path: string, place: string): boolean =>
  place.endsWith('/') ? path.startsWith(place) : path === place;
