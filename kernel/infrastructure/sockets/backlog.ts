export interface WaitingFrame {
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
  /** Asked again before the frame goes out: authority may have shrunk since it was chosen. */
  readonly stillWanted?: (() => boolean) | undefined;
}

/** Frames held back while a client's authority is being read again; bounded in bytes by its caller's check. */
export class Backlog {
  readonly #maxBytes: number;
  #frames: WaitingFrame[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Drops the frame when it would exceed the bound. */
  add(frame: WaitingFrame): void {
    if (this.#bytes + frame.bytes.byteLength > this.#maxBytes) return;
    this.#frames.push(frame);
    this.#bytes += frame.bytes.byteLength;
  }

  take(): readonly WaitingFrame[] {
    const frames = this.#frames;
    this.clear();
    return frames;
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
