import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { FoundPages } from './find-pages.ts';
import { pagesPlugin } from './pages-plugin.ts';

/** A bundle in memory: contents by file name, and what the page links to. */
export interface Bundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly entry: string;
  readonly styles: readonly string[];
  readonly preload: readonly string[];
  readonly icon: string;
}

/** Path that every file of the console is reached below. */
const BASE = '/console/';
const ASSETS = 'assets/';
const TARGETS = ['chrome120', 'edge120', 'firefox121', 'safari17.4'];
/** Libraries mark modules with a word for servers that render, of which there is none here. */
const SERVER_WORD = 'MODULE_LEVEL_DIRECTIVE';
/** Two copies of these would not know each other's contexts and caches. */
const SINGLE = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@codemirror/state',
  '@patchbay/client',
  '@patchbay/console-kit',
];

/** Bundles `main.tsx` of the folder `app` with all pages. */
export async function bundle(app: string, found: readonly FoundPages[]): Promise<Bundle> {
  const icon = await readFile(new URL('favicon.svg', import.meta.url));
  const result = await build({
    configFile: false,
    envDir: false,
    root: app,
    base: BASE,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    plugins: [
      pagesPlugin(found),
      {
        name: 'patchbay-icon',
        buildStart() {
          this.emitFile({ type: 'asset', name: 'favicon.svg', source: icon });
        },
      },
    ],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { dedupe: SINGLE },
    build: {
      write: false,
      target: TARGETS,
      sourcemap: false,
      assetsDir: ASSETS.slice(0, -1),
      // The page's policy lets nothing but images come from `data:`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: join(app, 'main.tsx'),
        onLog: (level, log, tell) => {
          if (log.code !== SERVER_WORD) tell(level, log);
        },
      },
    },
  });
  return toBundle(outputOf(result));
}

/** Neither a watcher nor several outputs: neither was asked for. */
function outputOf(result: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput['output'] {
  const [only] = [result].flat();
  if (only === undefined || !('output' in only)) throw new Error('the bundler gave no output');
  return only.output;
}

function toBundle(output: Rolldown.RolldownOutput['output']): Bundle {
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const icon = output.find((one) => one.type === 'asset' && one.names.includes('favicon.svg'));
  if (entry === undefined || icon === undefined) throw new Error('the bundle has no entry or no icon');
  const loaded = withImports(entry, chunks);
  return {
    files: new Map(output.map((one) => [bare(one.fileName), contentOf(one)])),
    entry: bare(entry.fileName),
    styles: [...new Set(loaded.toReversed().flatMap(stylesOf))].map(bare),
    preload: loaded.slice(1).map(({ fileName }) => bare(fileName)),
    icon: bare(icon.fileName),
  };
}

/** The chunk and all that it imports at once, imported ones after their importers. */
function withImports(
  entry: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): readonly Rolldown.OutputChunk[] {
  const found = new Set([entry]);
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) found.add(chunk);
    }
  return [...found];
}

const stylesOf = ({ viteMetadata }: Rolldown.OutputChunk): readonly string[] => [
  ...(viteMetadata?.importedCss ?? []),
];

const contentOf = (one: Rolldown.OutputChunk | Rolldown.OutputAsset): Uint8Array => {
  const content = one.type === 'chunk' ? one.code : one.source;
  return typeof content === 'string' ? Buffer.from(content) : content;
};

function bare(fileName: string): string {
  const name = fileName.slice(ASSETS.length);
  if (!fileName.startsWith(ASSETS) || name.includes('/'))
    throw new Error(`the bundler put ${fileName} outside of ${ASSETS}`);
  return name;
}
