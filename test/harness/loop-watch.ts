import { constants, type PerformanceEntry as Entry, PerformanceObserver } from 'node:perf_hooks';

/** Longest that one turn of the event loop may take over input of others (RULES R18). */
export const MAX_TURN_MS = 50;

const LOOK_EVERY_MS = 5;
const TRIES = 4;

interface Stop {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly workMs: number;
}

interface Asserts {
  ok(value: unknown, name: string): boolean;
  comment(text: string): void;
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Measures the turns of this thread's event loop from outside them: a timer that should come every 5 ms. A turn is as
 * long as the timer was late, or as the processor time that this thread used meanwhile, if that is less: another
 * process that takes the core is not blamed, nor are full collections of garbage.
 */
export class LoopWatch {
  readonly #stops: Stop[] = [];
  readonly #collections: { readonly fromMs: number; readonly untilMs: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
  #timer: NodeJS.Timeout | undefined;

  start(): this {
    this.#observer.observe({ entryTypes: ['gc'] });
    let lastMs = performance.now();
    let usedMs = threadMs();
    this.#timer = setInterval(() => {
      const [nowMs, nowUsedMs] = [performance.now(), threadMs()];
      const workMs = Math.min(nowMs - lastMs - LOOK_EVERY_MS, nowUsedMs - usedMs);
      if (workMs > LOOK_EVERY_MS) this.#stops.push({ fromMs: lastMs, untilMs: nowMs, workMs });
      [lastMs, usedMs] = [nowMs, nowUsedMs];
    }, LOOK_EVERY_MS);
    return this;
  }

  /** Ends the watch; answers the longest turn in milliseconds. */
  async stop(): Promise<number> {
    // The last turn is known once the timer has come again, and its collections a little later.
    await new Promise((resolve) => setTimeout(resolve, 2 * LOOK_EVERY_MS));
    clearInterval(this.#timer);
    this.#note(this.#observer.takeRecords());
    this.#observer.disconnect();
    return Math.max(0, ...this.#stops.map((each) => each.workMs - this.#collectedIn(each)));
  }

  #note(entries: readonly Entry[]): void {
    for (const entry of entries as readonly (Entry & { readonly detail?: { readonly kind?: number } })[])
      if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
        this.#collections.push({ fromMs: entry.startTime, untilMs: entry.startTime + entry.duration });
  }

  #collectedIn({ fromMs, untilMs }: Stop): number {
    return this.#collections
      .map((each) => Math.min(each.untilMs, untilMs) - Math.max(each.fromMs, fromMs))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
  }
}

/**
 * Fails when a turn of the event loop takes more than 50 ms while `work` runs. It runs up to four times, and the best
 * counts: what input costs, it costs each time; what a cold start or the machine costs comes and goes. Have bodies
 * ready as text or bytes before: whatever `work` itself does in a turn counts as well.
 */
export async function staysResponsive(t: Asserts, name: string, work: () => Promise<unknown>): Promise<void> {
  const turns: number[] = [];
  while (turns.length < TRIES && !(Math.min(...turns) <= MAX_TURN_MS)) {
    const watch = new LoopWatch().start();
    try {
      await work();
    } finally {
      turns.push(Math.round(await watch.stop()));
    }
  }
  t.ok(Math.min(...turns) <= MAX_TURN_MS, `${name}: longest turns ${turns.join(', ')} ms`);
}
