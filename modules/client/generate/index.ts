import openapiTypes, { astToString } from 'openapi-typescript';
import { isJson, type Json, mapped, objectIn } from './json.ts';
import { prunedTypes } from './pruned-types.ts';
import { publicOperations, reducedDocument } from './reduced-document.ts';
import { withSharedSchemas } from './shared-schemas.ts';
import { stampOf } from './stamp.ts';

export { reducedDocument } from './reduced-document.ts';
export { SCHEMA_FILE } from './stamp.ts';

/** The types of the API that this recorded document describes, as TypeScript; the same document gives the same text. */
export async function schemaText(recorded: string): Promise<string> {
  const document: unknown = JSON.parse(recorded);
  if (!isJson(document)) throw new Error('the recorded document is no object');
  const nodes = await openapiTypes(JSON.stringify(inPlace(withSharedSchemas(reducedDocument(document)))), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  const types = astToString([...prunedTypes(nodes)], { formatOptions: { removeComments: true } });
  return [
    `// Written by \`npm run openapi\`. ${stampOf(recorded)}\n`,
    withNarrowIndent(types),
    `export const publicOperations: readonly string[] = ${JSON.stringify(publicOperations(document), null, 2)};\n`,
  ].join('\n');
}

/** Operations without ids have their types where they stand, and not in a list of their own. */
const inPlace = (document: Json): Json => ({
  ...document,
  paths: mapped(objectIn(document, 'paths'), (item) =>
    mapped(isJson(item) ? item : {}, (operation) =>
      mapped(isJson(operation) ? operation : {}, (part, key) => (key === 'operationId' ? undefined : part)),
    ),
  ),
});

const withNarrowIndent = (text: string): string =>
  text.replace(/^ +/gm, (spaces) => ' '.repeat(spaces.length / 2));
