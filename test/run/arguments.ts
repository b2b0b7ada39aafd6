import { parseArgs } from 'node:util';
import { changedFiles } from './plan/changed-files.ts';
import { findTestFiles } from './plan/find-test-files.ts';
import { reachedBy } from './plan/reach.ts';

/**
 * The test files that the words of a command line mean: those that files or folders name, all without any; with
 * `--changed` those of them that can reach a file that differs from `main`, told line by line. Throws for other words.
 */
export async function filesMeant(
  root: string,
  words: readonly string[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { changed: { type: 'boolean', default: false } },
  });
  const files = findTestFiles(root, positionals);
  if (!values.changed) return files;
  const changed = await changedFiles(root);
  const reached = reachedBy(root, files, changed);
  say(
    `${changed.length} files differ from main; ${reached.length} of ${files.length} test files can reach them:`,
  );
  for (const { file, changed: path } of reached) say(`  ${file}, by ${path}`);
  return reached.map(({ file }) => file);
}
