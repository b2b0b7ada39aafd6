import type { Plugin } from 'vite';
import type { FoundPages } from './find-pages.ts';

/** Name that the browser's code imports to know every page: `modules` of `virtual-pages.d.ts`. */
const NAME = 'virtual:patchbay-pages';
/** Other plugins leave names alone that begin with a zero byte. */
const RESOLVED = `\0${NAME}`;

/** Makes the module that lists the pages of all modules; each page's component stays a chunk of its own. */
export const pagesPlugin = (found: readonly FoundPages[]): Plugin => ({
  name: 'patchbay-pages',
  resolveId: (source) => (source === NAME ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? sourceOf(found) : null),
});

/** Namespace imports, because a file may list pages only or contributions only. */
function sourceOf(found: readonly FoundPages[]): string {
  const imports = found.map(({ file }, index) => `import * as pages${index} from ${JSON.stringify(file)};`);
  const entries = found.map(({ module, pages, contributions }, index) => {
    const list = (name: string, isThere: boolean): string => (isThere ? `pages${index}.${name}` : '[]');
    return `  { id: ${JSON.stringify(module)}, pages: ${list('pages', pages.length > 0)}, contributions: ${list('contributions', contributions.length > 0)} },`;
  });
  return [...imports, 'export const modules = Object.freeze([', ...entries, ']);', ''].join('\n');
}
