import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/**
 * What keeps this process alive beyond what did `before`, once it had `closeMs` to close: a server, a socket, a timer.
 * A process that ran only one file would not end for it.
 */
export async function leftOpen(before: readonly string[], closeMs: number): Promise<readonly string[]> {
  const deadlineMs = performance.now() + closeMs;
  for (;;) {
    const open = beyond(before, process.getActiveResourcesInfo());
    if (open.length === 0 || performance.now() > deadlineMs) return open;
    await delay(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

function beyond(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = [...before];
  return now.filter((name) => {
    const at = known.indexOf(name);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
