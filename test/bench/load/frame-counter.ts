const DATA_OPCODES = new Set([0x1, 0x2]);

/** Counts the data frames of one server's byte stream and the bytes in them; pings and closes do not count. */
export class FrameCounter {
  frames = 0;
  /** Of payloads. */
  bytes = 0;
  #head: Buffer = Buffer.alloc(0);
  #toSkip = 0;

  push(chunk: Buffer): void {
    let data = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    for (;;) {
      const skipped = Math.min(this.#toSkip, data.length);
      this.#toSkip -= skipped;
      data = data.subarray(skipped);
      const headBytes = headBytesOf(data);
      if (headBytes === null) break;
      const length = lengthOf(data);
      if (DATA_OPCODES.has((data[0] ?? 0) & 0x0f)) {
        this.frames += 1;
        this.bytes += length;
      }
      data = data.subarray(headBytes);
      this.#toSkip = length;
    }
    this.#head = data.length > 0 ? Buffer.from(data) : data;
  }
}

/** Bytes of the frame's head, or null when they are not all there yet. */
function headBytesOf(data: Buffer): number | null {
  if (data.length < 2) return null;
  const code = (data[1] ?? 0) & 0x7f;
  const bytes = code === 127 ? 10 : code === 126 ? 4 : 2;
  return data.length < bytes ? null : bytes;
}

function lengthOf(data: Buffer): number {
  const code = (data[1] ?? 0) & 0x7f;
  if (code === 127) return Number(data.readBigUInt64BE(2));
  return code === 126 ? data.readUInt16BE(2) : code;
}
