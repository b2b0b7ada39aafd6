import { join, relative } from 'node:path';
import { cloneDatabase, prepareTemplate } from '../harness/index.ts';
import { format } from '../new-module/format.ts';
import { ownModules } from '../openapi/documents.ts';
import { startTestPostgres } from '../run/postgres.ts';
import type { Databases } from './differences.ts';
import { nextStep } from './next-step.ts';
import { assertStepName, BadStepName, writeStep } from './write-step.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** `npm run migration -- <module> <name>`: writes the step that brings the schema to what the module's tables declare. */
async function main([id, name, ...rest]: readonly string[]): Promise<number> {
  const modules = await ownModules();
  const module = modules.find((each) => each.id === id);
  if (module === undefined || name === undefined || rest.length > 0) {
    console.error('usage: npm run migration -- <module> <name>, such as: inventory add-notes');
    return 2;
  }
  assertStepName(name);
  const step = await onDatabases((databases) => nextStep(databases, modules, module));
  if (step.statements.length === 0 && step.left.length === 0) {
    console.log(`The steps of ${id} make what its tables declare; nothing is written.`);
    return 0;
  }
  const folder = join(ROOT, 'modules', module.id);
  const files = await writeStep(folder, module.id, name, step.statements);
  const complaint = format(join(folder, 'migrations'));
  if (complaint !== null) console.error(`formatting failed; run npm run format\n${complaint}`);
  for (const file of files) console.log(relative(process.cwd(), file));
  if (step.left.length === 0) return 0;
  console.log('\nThe step is to be completed by hand; after it there still differs (- is, + declared):');
  for (const line of step.left) console.log(`  ${line}`);
  return 1;
}

async function onDatabases<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const postgres = await startTestPostgres();
  try {
    process.env['PATCHBAY_TEST_DATABASE_URL'] = postgres.url;
    await prepareTemplate(postgres.url);
    return await work({ migratedUrl: (await cloneDatabase()).url, declaredUrl: (await cloneDatabase()).url });
  } finally {
    await postgres.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadStepName)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
