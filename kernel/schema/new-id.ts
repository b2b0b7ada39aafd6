import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes are fetched for so many ids at a time: a call for each costs more than the rest of the id. */
const IDS_PER_FETCH = 256;
const pool = new Uint8Array(ID_BYTES * IDS_PER_FETCH);

let used = pool.length;
let milliseconds = 0;
let sequence = 0;

/** UUID version 7 (RFC 9562, method 1 of section 6.2): each is higher than those that this process made before. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    sequence = firstSequence(random);
  } else sequence += 1;
  return v7({ random, msecs: milliseconds, seq: sequence });
}

/** Bytes that the id itself does not show; below the middle, so that there is room to count. */
const firstSequence = (random: Uint8Array): number =>
  (((random[0] ?? 0) & 0x3f) << 24) | ((random[1] ?? 0) << 16) | ((random[2] ?? 0) << 8) | (random[3] ?? 0);
