/** Moments kept; further ones are left to the watch over runs. */
const MAX_MOMENTS = 1_000;
/** The database reads its own clock. */
const SLACK_MS = 20;

/** Calls at each of the moments noted, with one timer for the nearest. */
export class WakeCalendar {
  readonly #wake: () => void;
  #momentsMs: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  note(delayMs: number): void {
    if (this.#momentsMs.length >= MAX_MOMENTS) return;
    this.#momentsMs.push(performance.now() + delayMs + SLACK_MS);
    this.#momentsMs.sort((a, b) => a - b);
    this.#arm();
  }

  clear(): void {
    this.#momentsMs = [];
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [nextMs] = this.#momentsMs;
    if (nextMs === undefined) return;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, nextMs - performance.now())).unref();
  }

  #ring(): void {
    const nowMs = performance.now();
    const before = this.#momentsMs.length;
    this.#momentsMs = this.#momentsMs.filter((momentMs) => momentMs > nowMs);
    this.#arm();
    if (this.#momentsMs.length < before) this.#wake();
  }
}
