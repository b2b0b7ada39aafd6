const EVERY_MS = 1;

/**
 * The most processor time that the main thread used between two turns of a timer that is due every millisecond: how
 * long its own work held the event loop. Time in which the machine ran other threads is no part of it.
 */
export class LongestHold {
  #timer: NodeJS.Timeout | undefined;
  #longestMs = 0;

  start(): void {
    this.#longestMs = 0;
    let before = process.threadCpuUsage();
    this.#timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      this.#longestMs = Math.max(this.#longestMs, (user + system) / 1_000);
      before = process.threadCpuUsage();
    }, EVERY_MS);
  }

  /** Milliseconds. */
  stop(): number {
    clearInterval(this.#timer);
    return this.#longestMs;
  }
}
