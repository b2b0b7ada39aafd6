import { join, relative, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildConsole } from './build-console.ts';
import { PagesError } from './find-pages.ts';

const CONSOLE = join(import.meta.dirname, '..');

/**
 * `node modules/console/build/main.ts [--without <module>]… [--dist <folder>] [--app <folder>]`: builds the console,
 * without the pages of modules that are, for example, half written.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      app: { type: 'string' },
      dist: { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
    },
  });
  const start = performance.now();
  const dist = resolve(values.dist ?? join(CONSOLE, 'dist'));
  // Libraries are built for production whatever the environment of the caller says.
  process.env['NODE_ENV'] = 'production';
  const { assets, pages } = await buildConsole({
    root: join(CONSOLE, '..', '..'),
    app: resolve(values.app ?? join(CONSOLE, 'app')),
    dist,
    without: values.without,
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(
    `${pages.length} pages in ${Object.keys(assets).length} files: ${relative(process.cwd(), dist)} (${seconds} s)`,
  );
}

/** Faults of pages and of bundling, without the stack of the build itself. */
const isOfSources = (error: unknown): error is Error =>
  error instanceof PagesError || (error instanceof Error && 'errors' in error);

try {
  await main();
} catch (error) {
  console.error(isOfSources(error) ? stripVTControlCharacters(error.message) : error);
  process.exitCode = 1;
}
