import { noSuchCommand, notFound } from './refusal.ts';
import type { Menu, RouterSchema } from './schema.ts';

export interface RestTarget {
  /** Longest directory the path starts with; '' for the root. */
  readonly directory: string;
  readonly menu: Menu | undefined;
  /** What follows the directory: an id, a name or a command; null when nothing does. */
  readonly last: string | null;
}

/** Splits `/rest/ip/address/*1A` into its menu and what follows. Throws `Refusal` for what the console has not. */
export function resolvePath(schema: RouterSchema, path: string): RestTarget {
  if (path !== schema.basePath && !path.startsWith(`${schema.basePath}/`)) throw notFound();
  const segments = path.slice(schema.basePath.length).split('/').filter(Boolean).map(decoded);
  let directory = '';
  let used = 0;
  for (const segment of segments) {
    if (!schema.isDirectory(`${directory}/${segment}`)) break;
    directory = `${directory}/${segment}`;
    used += 1;
  }
  const [last = null, ...tooMuch] = segments.slice(used);
  if (tooMuch.length > 0) throw noSuchCommand(last ?? '');
  return { directory, menu: schema.menus.get(directory), last };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound();
  }
}
