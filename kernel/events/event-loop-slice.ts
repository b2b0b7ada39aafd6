import { setImmediate } from 'node:timers/promises';

/** Longest piece of work over input of others (RULES R18). */
const PIECE_MS = 5;

/** Cuts long work into pieces: between them other requests get their turn of the event loop. */
export class EventLoopSlice {
  #untilMs = performance.now() + PIECE_MS;

  /** Resolves at once, or in the next turn when this one has lasted long enough. */
  async rest(): Promise<void> {
    if (performance.now() < this.#untilMs) return;
    await setImmediate();
    this.#untilMs = performance.now() + PIECE_MS;
  }
}
