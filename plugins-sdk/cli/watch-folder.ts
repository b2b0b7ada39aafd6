import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const PASSED_OVER = ['node_modules', '.git'];
/** A plugin of more folders is watched in these only. */
const MAX_FOLDERS = 500;

/** The folder and those within, as far as they can be read. */
function foldersOf(folder: string): string[] {
  const found = [folder];
  for (let at = 0; at < found.length && found.length < MAX_FOLDERS; at += 1)
    found.push(...foldersIn(found[at] ?? folder));
  return found.slice(0, MAX_FOLDERS);
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

/** Null for a folder that is gone by now, or one more than this machine watches: the next change tries it again. */
function watched(path: string, onChange: () => void): FSWatcher | null {
  try {
    return watch(path, onChange);
  } catch {
    return null;
  }
}

/**
 * Calls back for every change within a folder until it is closed. Folders are watched and not files, so that an
 * editor that saves by replacing a file is noticed each time. Throws when the folder itself cannot be watched.
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
    const watcher = watched(path, () => {
      follow();
      onChange();
    });
    if (watcher === null) return;
    // A folder that goes away is found missing by the one above it.
    watcher.on('error', () => {});
    watchers.set(path, watcher);
  };
  follow();
  if (!watchers.has(folder))
    throw new Error(`${folder} cannot be watched: it is gone, or fs.inotify.max_user_watches is reached`);
  return {
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
