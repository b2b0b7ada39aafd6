/** Lets so many messages through per second, as a bucket that refills steadily. */
export class MessageRate {
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#atMs = nowMs;
  }

  /** False when this message is one too many. */
  take(nowMs: number): boolean {
    const refill = ((nowMs - this.#atMs) / 1_000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond, this.#left + refill);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
