import { globSync } from 'node:fs';
import { posix, sep } from 'node:path';

const SEARCHED = ['kernel', 'modules', 'plugins-sdk', 'sandbox', 'test'];
const SKIPPED = new Set(['node_modules', 'fixtures']);

/**
 * The test files of the repository in a stable order, or those that `wanted` names: a file, with or
 * without its ending, a folder, or a module by its id.
 * Throws when a name matches nothing, so that a misspelled one does not pass.
 */
export function findTestFiles(root: string, wanted: readonly string[]): readonly string[] {
  const found = globSync(`{${SEARCHED.join(',')}}/**/*.test.ts`, {
    cwd: root,
    exclude: (name) => SKIPPED.has(posix.basename(name.split(sep).join('/'))),
  });
  const files = found.map((file) => file.split(sep).join('/')).filter((file) => /(^|\/)test\//.test(file));
  if (wanted.length === 0) return files.sort();
  const names = wanted.map((name) => posix.normalize(name).replace(/\/$/, ''));
  const unmatched = names.filter((name) => !files.some((file) => isIn(file, name)));
  if (unmatched.length > 0) throw new Error(`no test file matches ${unmatched.join(', ')}`);
  return files.filter((file) => names.some((name) => isIn(file, name))).sort();
}

const isIn = (file: string, name: string): boolean =>
  [name, `${name}.test.ts`].includes(file) ||
  [`${name}/`, `modules/${name}/`].some((folder) => file.startsWith(folder));
