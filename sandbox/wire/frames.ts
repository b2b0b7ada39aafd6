/**
 * Frame: u32 length of the rest, u8 type, u32 id, UTF-8 body. The length is checked before anything is
 * kept, so a child can make the parent hold at most one frame of the agreed size.
 */

const HEADER_BYTES = 9;

/** Frames of the parent. */
export const toChild = { load: 1, call: 2, reply: 3 } as const;

/** Frames of a child. */
export const toParent = {
  answer: 1,
  failure: 2,
  request: 3,
  log: 4,
  described: 5,
  late: 6,
  hello: 16,
  fault: 17,
} as const;

/** Bytes of one frame. */
export function encodeFrame(type: number, id: number, body: string): Buffer {
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bodyBytes);
  frame.writeUInt32BE(5 + bodyBytes, 0);
  frame[4] = type;
  frame.writeUInt32BE(id, 5);
  frame.write(body, HEADER_BYTES, bodyBytes, 'utf8');
  return frame;
}

/** Cuts a stream into frames; returns false from `push` as soon as a frame claims to be too long. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #onFrame: (type: number, id: number, body: string) => void;
  #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(maxBytes: number, onFrame: (type: number, id: number, body: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): boolean {
    this.#kept.push(chunk);
    this.#keptBytes += chunk.length;
    if (this.#keptBytes < HEADER_BYTES) return true;
    const first = this.#kept[0];
    if (first !== undefined && first.length >= 4) {
      const length = first.readUInt32BE(0);
      if (length < 5 || length > this.#maxBytes) return false;
      if (this.#keptBytes < 4 + length) return true;
    }
    return this.#cut(this.#kept.length === 1 ? chunk : Buffer.concat(this.#kept, this.#keptBytes));
  }

  #cut(bytes: Buffer): boolean {
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readUInt32BE(at);
      if (length < 5 || length > this.#maxBytes) return false;
      if (bytes.length - at < 4 + length) break;
      this.#onFrame(
        bytes.readUInt8(at + 4),
        bytes.readUInt32BE(at + 5),
        bytes.toString('utf8', at + HEADER_BYTES, at + 4 + length),
      );
      at += 4 + length;
    }
    this.#kept = at === bytes.length ? [] : [bytes.subarray(at)];
    this.#keptBytes = bytes.length - at;
    return true;
  }
}
