import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { breakingChanges } from './breaking.ts';
import { recordClientTypes } from './client-types.ts';
import { DOCUMENTS, documentsOf, fileOf, ownModules, RECORDED, recorded, textOf } from './documents.ts';
import { recordFeaturesTable } from './features-table.ts';

/** `npm run openapi`: records what the declarations amount to, and says what of it breaks callers. */
async function main(): Promise<void> {
  const modules = await ownModules();
  const documents = await documentsOf(modules);
  await recordFeaturesTable(modules);
  const former = await recorded('openapi');
  await mkdir(RECORDED, { recursive: true });
  for (const name of DOCUMENTS) {
    const before = await recorded(name);
    const text = textOf(documents[name]);
    await writeFile(fileOf(name), text);
    const verdict = before === null ? 'new' : textOf(before) === text ? 'unchanged' : 'changed';
    console.log(`${verdict.padEnd(9)} ${relative(process.cwd(), fileOf(name))}`);
  }
  await recordClientTypes(textOf(documents.openapi));
  const changes = former === null ? [] : breakingChanges(former, documents.openapi);
  if (changes.length > 0) console.log('\nThis breaks callers of the API:');
  for (const change of changes) console.log(`  ${change}`);
}

await main();
