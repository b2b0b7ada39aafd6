const EVERY_MS = 1;

/**
 * The most processor time that the main thread used between two turns of a timer that is due every millisecond: how
 * long its own work held the event loop. Time in which the machine ran other threads is no part of it.
 */
export class LongestHold {
  #timer: NodeJS.Timeout | undefined;
  #longestMs = 0;
  #before = process.threadCpuUsage();

  start(): void {
    this.#longestMs = 0;
    this.#before = process.threadCpuUsage();
    this.#timer = setInterval(() => this.#sample(), EVERY_MS);
  }

  /** Milliseconds. */
  stop(): number {
    this.#sample();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #sample(): void {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#longestMs = Math.max(this.#longestMs, (user + system) / 1_000);
    this.#before = process.threadCpuUsage();
  }
}
