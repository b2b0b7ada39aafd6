import type { Page } from 'playwright-core';

const BYTES_PER_MB = 1_000_000;

/** Memory of a page's scripts after two collections of garbage, in MB. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / BYTES_PER_MB;
  } finally {
    await session.detach();
  }
}

/** Frames of a page since they were watched. */
export interface Frames {
  readonly count: number;
  readonly longestGapMs: number;
  readonly perSecond: number;
}

const WATCH = `(() => {
  const watch = { count: 0, longestGapMs: 0, startedMs: performance.now(), lastMs: performance.now(), over: false };
  window.benchFrames = watch;
  const next = () => {
    const nowMs = performance.now();
    watch.count += 1;
    watch.longestGapMs = Math.max(watch.longestGapMs, nowMs - watch.lastMs);
    watch.lastMs = nowMs;
    if (!watch.over) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

const ANSWER = `(() => {
  const { count, longestGapMs, startedMs } = window.benchFrames;
  window.benchFrames.over = true;
  return { count, longestGapMs, perSecond: count / ((performance.now() - startedMs) / 1000) };
})()`;

/** Runs `work` and tells how the page's frames came meanwhile. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(WATCH);
  await work();
  return page.evaluate<Frames>(ANSWER);
}
