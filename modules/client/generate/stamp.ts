import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Where the generated types stand. */
export const SCHEMA_FILE = join(import.meta.dirname, '..', 'generated', 'schema.ts');

const STAMP = 'SHA-256 of openapi.json: ';

/** The line that says which recorded document types belong to. */
export const stampOf = (document: string): string =>
  `${STAMP}${createHash('sha256').update(document).digest('hex')}`;

/** Whether these generated types belong to this recorded document. */
export const isStampedBy = (schema: string, document: string): boolean =>
  schema.slice(0, 1_000).includes(stampOf(document));
