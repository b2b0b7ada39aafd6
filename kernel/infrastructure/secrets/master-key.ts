import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;
/** Purposes are words in the code, so few; the bound keeps a mistake from filling memory. */
const MAX_REMEMBERED = 1_000;

/** One SECRET_KEY and everything derived from it: a key per purpose by HKDF-SHA256. */
export class MasterKey {
  readonly #material: Buffer;
  readonly #derived = new Map<string, Buffer>();
  /** Encrypts envelopes; a key given as bytes would be wrapped anew for each. */
  readonly envelopeKey: KeyObject;
  /** Names the key in envelopes without revealing anything about it. */
  readonly id: string;

  constructor(secretKey: string) {
    this.#material = Buffer.from(secretKey, 'utf8');
    this.id = createHash('sha256').update(this.derive('key-id')).digest('base64url').slice(0, 10);
    this.envelopeKey = createSecretKey(this.derive('envelope'));
  }

  derive(purpose: string): Buffer {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#material, 'patchbay.v1', purpose, KEY_BYTES));
    if (this.#derived.size < MAX_REMEMBERED) this.#derived.set(purpose, key);
    return key;
  }
}
