import type { BuiltPage } from './built-console.ts';

/** Ids by the word of a parameter (`site` for `$site_id`). */
export interface Known {
  idOf(noun: string): string | undefined;
}

/** Words of parameters that differ from those under which things were made. */
const SHORT: Readonly<Record<string, string>> = {
  org: 'organization',
  set: 'change_set',
  rule: 'automation_rule',
  execution: 'automation_execution',
  run: 'connection_run',
  delivery: 'test',
};

/** Fills the parameters of a page's path; null where nothing of that kind exists. */
export function addressOf({ path }: Pick<BuiltPage, 'path'>, known: Known): string | null {
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith('$')) return segment;
    const noun = segment.slice(1).replace(/_id$/, '');
    return known.idOf(noun) ?? known.idOf(SHORT[noun] ?? noun) ?? null;
  });
  return segments.includes(null) ? null : segments.join('/');
}
