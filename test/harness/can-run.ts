import { accessSync, constants } from 'node:fs';

/** Whether this machine has the program and may run it. */
export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
