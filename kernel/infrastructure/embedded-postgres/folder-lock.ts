import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
const SQLITE_BUSY = 5;

/** A lock must not go because its holder's reference to it was collected. One entry per held lock. */
const held = new Set<DatabaseSync>();

/** A held lock; `release` may be called more than once. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a file for one holder among all processes of this machine, waiting up to `waitMs`.
 * SQLite holds the lock through the operating system, so it is gone with its process, however that
 * ended: no stale lock to recognise, no process id that may meanwhile be another's.
 */
export async function lockExclusively(file: string, waitMs: number): Promise<FolderLock> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const lock = tryLockExclusively(file);
    if (lock) return lock;
    if (Date.now() >= deadline) throw new Error(`Another process held ${file} for over ${waitMs} ms.`);
    await delay(POLL_MS);
  }
}

/** The lock if it is free at this moment. */
export function tryLockExclusively(file: string): FolderLock | undefined {
  return lock(file, ['begin exclusive']);
}

/** One of any number of holders; keeps exclusive holders out until released. Undefined while one is in. */
export function tryLockShared(file: string): FolderLock | undefined {
  return lock(file, ['begin', 'select count(*) from sqlite_schema']);
}

function lock(file: string, statements: readonly string[]): FolderLock | undefined {
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    for (const statement of statements) connection.exec(statement);
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new Error(`The lock file ${file} cannot be used.`, { cause: error });
  }
  held.add(connection);
  return {
    release: () => {
      held.delete(connection);
      if (connection.isOpen) connection.close();
    },
  };
}
