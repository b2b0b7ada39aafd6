// @ts-check
import { readSync, writeSync } from 'node:fs';

/**
 * Length-prefixed frames over two blocking descriptors. The child is a plain synchronous loop: under
 * `--jitless` every line of stream machinery is interpreted, so none of it is used.
 * Frame: u32 length of the rest, u8 type, u32 id, UTF-8 body.
 */

const IN = 0;
const OUT = 1;
const HEADER_BYTES = 9;

let inbox = Buffer.allocUnsafe(64 * 1024);
let start = 0;
let end = 0;

/** @param {number} needed @returns {boolean} false once the parent has closed the pipe */
function fill(needed) {
  while (end - start < needed) {
    if (start + needed > inbox.length) {
      const target = needed > inbox.length ? Buffer.allocUnsafe(needed) : inbox;
      inbox.copy(target, 0, start, end);
      inbox = target;
      end -= start;
      start = 0;
    }
    const count = readSync(IN, inbox, end, inbox.length - end, null);
    if (count === 0) return false;
    end += count;
  }
  return true;
}

/**
 * Waits for the next frame. Returns null when the parent is gone.
 * @param {number} maxBytes a longer frame ends the process: the parent never sends one
 * @returns {{ type: number, id: number, body: string } | null}
 */
export function readFrame(maxBytes) {
  if (!fill(HEADER_BYTES)) return null;
  const length = inbox.readUInt32BE(start);
  if (length < 5 || length > maxBytes) return null;
  if (!fill(4 + length)) return null;
  const type = inbox[start + 4] ?? 0;
  const id = inbox.readUInt32BE(start + 5);
  const body = inbox.toString('utf8', start + HEADER_BYTES, start + 4 + length);
  start += 4 + length;
  if (start === end) start = end = 0;
  return { type, id, body };
}

/**
 * @param {number} type
 * @param {number} id
 * @param {string} body
 */
export function writeFrame(type, id, body) {
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bodyBytes);
  frame.writeUInt32BE(5 + bodyBytes, 0);
  frame[4] = type;
  frame.writeUInt32BE(id, 5);
  frame.write(body, HEADER_BYTES, bodyBytes, 'utf8');
  let written = 0;
  while (written < frame.length) written += writeSync(OUT, frame, written);
}
