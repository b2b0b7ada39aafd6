import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Sources of the child process. This file stands one folder below the package, as the bundle of the kit does. */
export const childFolder = realpathSync(fileURLToPath(new URL('../child', import.meta.url)));
