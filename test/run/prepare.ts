import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const tap = join(root, 'node_modules', '.bin', 'tap');

/** The last step of `npm ci`: makes tap with the plugins of `.taprc`. An installation without tests has no tap. */
function main(): number {
  if (!existsSync(tap)) {
    console.log('tap is not installed: nothing to prepare for tests');
    return 0;
  }
  const { status, error } = spawnSync(process.execPath, [tap, 'build'], { cwd: root, stdio: 'inherit' });
  if (error) console.error(error);
  return status ?? 1;
}

process.exitCode = main();
