import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { generateModule } from './generate.ts';
import { BadModuleId } from './names.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** `npm run new:module -- <id>`: a module that passes every check and sweep as it is written. */
async function main([id, ...rest]: readonly string[]): Promise<number> {
  if (id === undefined || rest.length > 0) {
    console.error('usage: npm run new:module -- <id>, such as rack-notes');
    return 2;
  }
  const files = await generateModule(join(ROOT, 'modules'), id);
  format(join(ROOT, 'modules', id));
  for (const file of files) console.log(relative(process.cwd(), file));
  console.log(`\nNext:
  npm install            links the package
  npm run openapi        records its routes and permissions
  npm run check          types, lint and boundaries
  npm test modules/${id}`);
  return 0;
}

/** Other names sort and wrap differently. */
function format(folder: string): void {
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const { status, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', '--colors=off', folder],
    {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  if (status !== 0) console.error(`formatting failed; run npm run format\n${stderr}`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadModuleId)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
