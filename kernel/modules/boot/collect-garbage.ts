import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of the start once, before the first caller comes: else the heap's first growth stops the event
 * loop for some 50 ms in the middle of serving. The flavor gives free pages back to the system, which is a third of the
 * memory of a process at rest. Called by processes that serve.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
