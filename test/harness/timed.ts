import { waitFor } from './wait-for.ts';

const LOOK_EVERY_MS = 5;
/** What a timer is late by on any machine. */
const USUAL_MS = 10;

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * How long work took, less the time that this thread waited for a processor meanwhile: what neighbours cost on a busy
 * machine is not blamed.
 */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly tookMs: number }> {
  const startedMs = performance.now();
  let [lastMs, usedMs, keptMs] = [startedMs, threadMs(), 0];
  const look = (): void => {
    const [nowMs, nowUsedMs] = [performance.now(), threadMs()];
    const lateMs = nowMs - lastMs - LOOK_EVERY_MS - (nowUsedMs - usedMs);
    if (lateMs > USUAL_MS) keptMs += lateMs;
    [lastMs, usedMs] = [nowMs, nowUsedMs];
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    const answer = await work();
    look();
    return { answer, tookMs: Math.round(performance.now() - startedMs - keptMs) };
  } finally {
    clearInterval(timer);
  }
}

interface Asserts {
  ok(value: unknown, name: string): boolean;
}

/** Waits as `waitFor` does, and fails where that took longer, as `timed` counts: the time in which it comes is the subject. */
export async function comesWithin(
  t: Asserts,
  withinMs: number,
  what: string,
  probe: () => boolean | Promise<boolean>,
): Promise<void> {
  const { tookMs } = await timed(() => waitFor(what, probe));
  t.ok(tookMs < withinMs, `${what} came after ${tookMs} ms`);
}
