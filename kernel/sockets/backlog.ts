interface Waiting {
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
}

/** Frames held back while a client's authority is being read again; bounded in bytes by its caller's check. */
export class Backlog {
  readonly #mostBytes: number;
  #frames: Waiting[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Drops the frame when it would exceed the bound. */
  add(bytes: Uint8Array, isBinary: boolean): void {
    if (this.#bytes + bytes.byteLength > this.#mostBytes) return;
    this.#frames.push({ bytes, isBinary });
    this.#bytes += bytes.byteLength;
  }

  take(): readonly Waiting[] {
    const frames = this.#frames;
    this.clear();
    return frames;
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
