import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..', '..', '..', 'package.json');

/** What `npm start` tells Node. */
export async function startFlags(): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(PACKAGE, 'utf8'));
  return String(scripts.start)
    .split(' ')
    .filter((word) => word.startsWith('--'));
}
