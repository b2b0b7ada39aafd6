import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isStampedBy, SCHEMA_FILE } from '@patchbay/client/generate/stamp';

/** The types of the client belong to the API document that is recorded. */
export function checkClient(root: string, schemaFile = SCHEMA_FILE): readonly string[] {
  const document = readFileSync(join(root, 'test', 'recorded', 'openapi.json'), 'utf8');
  if (isStampedBy(readFileSync(schemaFile, 'utf8'), document)) return [];
  return [`${relative(root, schemaFile)} belongs to another openapi.json: npm run openapi writes both`];
}
