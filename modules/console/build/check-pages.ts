import { relative } from 'node:path';
import { isRoleName, type PermissionMap } from '@patchbay/kernel/permissions';
import type { FoundPages } from './find-pages.ts';

/** Declarations that pages are checked against. */
export interface Known {
  readonly root: string;
  readonly permissions: PermissionMap;
  readonly modules: ReadonlySet<string>;
}

/** A page or a contribution with the words that name it in a finding. */
interface Shown {
  readonly where: string;
  readonly title?: { readonly en?: string; readonly de?: string };
  readonly permission?: string | readonly string[];
  readonly role?: string;
  readonly needs?: string | readonly string[];
  readonly load?: unknown;
}

/** `/sites`, `/sites/$site_id`, or `/` alone. */
const PATH = /^\/$|^(\/(\$[a-z_]+|[a-z0-9-]+))+$/;

/** Faults of pages, each with its file; empty when all can be built. */
export function checkPages(found: readonly FoundPages[], known: Known): readonly string[] {
  return [
    ...found.flatMap((one) => {
      const file = relative(known.root, one.file);
      return shownIn(one).flatMap((shown) =>
        findingsOf(shown, known).map((text) => `${file}: ${shown.where} ${text}`),
      );
    }),
    ...found.flatMap(({ file, pages }) =>
      pages
        .filter(({ path }) => !PATH.test(path))
        .map(
          ({ path }) => `${relative(known.root, file)}: "${path}" is no path (/words, parameters as $name)`,
        ),
    ),
    ...declaredTwice(found, known.root, 'page', ({ pages }) => pages.map(({ path }) => withoutNames(path))),
    ...declaredTwice(found, known.root, 'contribution', ({ contributions }) =>
      contributions.map(({ point, id }) => `${point} ${id}`),
    ),
  ];
}

const shownIn = ({ pages, contributions }: FoundPages): readonly Shown[] => [
  ...pages.map((page) => ({ ...page, where: `page ${page.path}` })),
  ...contributions.map((part) => ({ ...part, where: `contribution ${part.point} ${part.id}` })),
];

function findingsOf(shown: Shown, { permissions, modules }: Known): readonly string[] {
  return [
    ...(shown.title?.en?.trim() && shown.title.de?.trim() ? [] : ['needs its title in English and German']),
    ...(typeof shown.load === 'function' ? [] : ['has no load']),
    ...namesIn(shown.permission)
      .filter((name) => !permissions.isDeclared(name))
      .map((name) => `asks for permission "${name}", which no module declares`),
    ...(shown.role === undefined || isRoleName(shown.role)
      ? []
      : [`names the role "${shown.role}", which is none`]),
    ...namesIn(shown.needs)
      .filter((name) => !modules.has(name))
      .map((name) => `needs module "${name}", which is not there`),
  ];
}

const namesIn = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat();

/** Two paths that differ in the names of their parameters only are one. */
const withoutNames = (path: string): string => path.replace(/\$[a-z_]+/g, '$');

function declaredTwice(
  found: readonly FoundPages[],
  root: string,
  kind: string,
  keysOf: (one: FoundPages) => readonly string[],
): readonly string[] {
  const owners = new Map<string, string>();
  return found.flatMap((one) =>
    keysOf(one).flatMap((key) => {
      const file = relative(root, one.file);
      const other = owners.get(key);
      owners.set(key, file);
      return other === undefined ? [] : [`${kind} ${key} is declared twice: in ${other} and in ${file}`];
    }),
  );
}
