import { readFile, writeFile } from 'node:fs/promises';
import { SCHEMA_FILE, schemaText } from '@patchbay/client/generate';

/** Writes the types of the client, which belong to this text of the API document. */
export const recordClientTypes = async (document: string): Promise<void> =>
  writeFile(SCHEMA_FILE, await schemaText(document));

export const recordedClientTypes = (): Promise<string> => readFile(SCHEMA_FILE, 'utf8');
