import { setImmediate } from 'node:timers/promises';

/** Longest piece of work over input of others (RULES R18). */
const PIECE_MS = 5;

/** Cuts long work into pieces by time: between them other requests get their turn of the event loop. */
export class EventLoopSlice {
  #untilMs = performance.now() + PIECE_MS;

  /** Whether this piece has lasted long enough; spares the hot loop a promise for each step. */
  get isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** Resolves at once, or in the next turn when this piece has lasted long enough. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.#untilMs = performance.now() + PIECE_MS;
  }
}
