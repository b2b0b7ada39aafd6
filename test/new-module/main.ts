import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from './format.ts';
import { generateModule } from './generate.ts';
import { BadModuleId } from './names.ts';
import { PARTS } from './parts.ts';

const MODULES = join(import.meta.dirname, '..', '..', 'modules');

/** `npm run new:module -- <id> [--site …]`: a module that passes every check and sweep as it is written. */
async function main(): Promise<number> {
  const asked = argumentsGiven();
  const [id, ...rest] = asked?.positionals ?? [];
  if (asked === null || id === undefined || rest.length > 0) {
    const flags = PARTS.map((part) => `[--${part}]`).join(' ');
    console.error(`usage: npm run new:module -- <id> ${flags}; an id is such as rack-notes`);
    return 2;
  }
  const files = await generateModule(
    MODULES,
    id,
    PARTS.filter((part) => asked.values[part]),
  );
  const complaint = format(join(MODULES, id));
  if (complaint !== null) console.error(`formatting failed; run npm run format\n${complaint}`);
  for (const file of files) console.log(relative(process.cwd(), file));
  console.log(`\nNext:
  npm install            links the package
  npm run openapi        records its routes and permissions
  npm run console        builds the console with its page
  npm run check          types, lint and boundaries
  npm test modules/${id}`);
  return 0;
}

/** Null for a flag that there is not. */
function argumentsGiven() {
  const options = Object.fromEntries(PARTS.map((part) => [part, { type: 'boolean' } as const]));
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return null;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BadModuleId)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
