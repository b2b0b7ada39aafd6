import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const kit = join(import.meta.dirname, '..');
const sandbox = join(kit, '..', 'sandbox');
const dist = join(kit, 'dist');
const kept = join(kit, 'package.json.kept');
const ENTRIES = {
  index: 'index.ts',
  package: 'package/index.ts',
  webhooks: 'webhooks/index.ts',
  cli: 'cli/main.ts',
};

/** JavaScript with the sandbox in it, which is no package of its own: Node strips types outside `node_modules` only. */
async function buildScripts(): Promise<void> {
  await build({
    absWorkingDir: kit,
    entryPoints: Object.entries(ENTRIES).map(([out, entry]) => ({ in: entry, out })),
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    external: ['esbuild', 'isolated-vm', 'yauzl', 'yazl'],
    alias: { '@patchbay/sandbox': join(sandbox, 'index.ts') },
  });
  chmodSync(join(dist, 'cli.js'), 0o755);
  // Beside `dist`, where the sandbox looks for the files of its child.
  cpSync(join(sandbox, 'child'), join(kit, 'child'), { recursive: true });
}

/** Types of what is imported, with those of the sandbox that they name. */
function buildTypes(): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const config = join(kit, 'tsconfig.pack.json');
  const { index, package: reading, webhooks } = ENTRIES;
  const compilerOptions = {
    target: 'esnext',
    lib: ['esnext'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    rootDir: '..',
    outDir: 'dist/types',
    paths: { '@patchbay/sandbox': ['../sandbox/index.ts'] },
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [index, reading, webhooks] }));
  try {
    execFileSync(process.execPath, [compiler, '-p', config], { stdio: ['ignore', 'inherit', 'inherit'] });
  } finally {
    rmSync(config);
  }
  for (const file of readdirSync(join(dist, 'types'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts')) withoutOwnNames(join(dist, 'types', file));
}

/** The sandbox stands beside, and extensions are those of what is there. */
function withoutOwnNames(file: string): void {
  const way = relative(dirname(file), join(dist, 'types', 'sandbox', 'index.js')).replaceAll('\\', '/');
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(['"])@patchbay\/sandbox\1/g, `'${way.startsWith('.') ? way : `./${way}`}'`)
    .replaceAll(/(from\s+['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
  writeFileSync(file, text);
}

/** Puts back the manifest of the repository, which a pack that was cut off has left aside. */
function restoreManifest(): void {
  if (existsSync(kept)) renameSync(kept, join(kit, 'package.json'));
}

/** The manifest of the package, kept back for `postpack`: in the repository it leads to the sources. */
function writeManifest(): void {
  const file = join(kit, 'package.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(kept, text, { flag: 'wx' });
  const { scripts, dependencies, ...manifest } = JSON.parse(text);
  const { '@patchbay/sandbox': within, ...others } = dependencies;
  const ofSandbox = JSON.parse(readFileSync(join(sandbox, 'package.json'), 'utf8')).dependencies;
  const entry = (name: 'index' | 'package' | 'webhooks') => ({
    types: `./dist/types/plugins-sdk/${ENTRIES[name].replace(/\.ts$/, '.d.ts')}`,
    default: `./dist/${name}.js`,
  });
  const packed = {
    ...manifest,
    engines: { node: '>=24' },
    dependencies: { ...others, ...ofSandbox },
    exports: { '.': entry('index'), './package': entry('package'), './webhooks': entry('webhooks') },
    bin: { 'patchbay-plugin': './dist/cli.js' },
  };
  writeFileSync(file, `${JSON.stringify(packed, null, 2)}\n`);
}

restoreManifest();
rmSync(dist, { recursive: true, force: true });
await buildScripts();
buildTypes();
writeManifest();
