import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const PASSED_OVER = ['node_modules', '.git'];
/** A plugin of more folders is watched in these only. */
const MOST_FOLDERS = 500;

/** The folder and those within, as far as they can be read. */
function foldersOf(folder: string): string[] {
  const found = [folder];
  for (let at = 0; at < found.length && found.length < MOST_FOLDERS; at += 1)
    found.push(...foldersIn(found[at] ?? folder));
  return found.slice(0, MOST_FOLDERS);
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !PASSED_OVER.includes(entry.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Calls back for every change within a folder until it is closed. Folders are watched and not files: an editor that
 * saves by putting a new file in the place of the old one is heard each time.
 */
export function watchFolder(folder: string, onChange: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  const follow = (): void => {
    const present = new Set(foldersOf(folder));
    for (const [path, watcher] of watchers)
      if (!present.has(path)) {
        watchers.delete(path);
        watcher.close();
      }
    for (const path of present) if (!watchers.has(path)) add(path);
  };
  const add = (path: string): void => {
    const watcher = watch(path, () => {
      follow();
      onChange();
    });
    // A folder that goes away is found missing by the one above it.
    watcher.on('error', () => {});
    watchers.set(path, watcher);
  };
  follow();
  return {
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
