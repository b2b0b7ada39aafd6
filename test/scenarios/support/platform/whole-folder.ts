import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every entry below a folder with its mode, owner, time of change and content. */
export async function wholeFolder(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  return Promise.all(
    ['', ...names].map(async (name) => {
      const path = join(folder, name);
      const { mode, uid, mtimeMs } = await lstat(path);
      const content = await readFile(path, 'utf8').catch(() => '');
      return JSON.stringify([name, mode, uid, mtimeMs, content]);
    }),
  );
}
