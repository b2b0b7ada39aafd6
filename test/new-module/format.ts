import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Formats what was written, since other names sort and wrap differently; answers the complaint, or null. */
export function format(folder: string, options: readonly string[] = []): string | null {
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', '--colors=off', ...options, folder],
    { cwd: ROOT, encoding: 'utf8', timeout: 60_000 },
  );
  return status === 0 ? null : `${stdout}${stderr}`;
}
