import { setImmediate } from 'node:timers/promises';

/** Longest slice of work over input of others (RULES R18). */
const SLICE_MS = 5;

/** Cuts long work into slices by time: between them other requests get their turn of the event loop. */
export class EventLoopSlice {
  #untilMs = performance.now() + SLICE_MS;

  /** Whether this slice has lasted long enough; spares a hot loop one promise a step. */
  get isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** Yields to the event loop when this slice has lasted long enough, and begins the next; else resolves at once. */
  async yield(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.#untilMs = performance.now() + SLICE_MS;
  }
}
