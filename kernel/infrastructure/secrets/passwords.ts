import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Semaphore } from '../../concurrency/index.ts';
import { type Token, token } from '../../di/index.ts';
import { invalidRequest } from '../../errors/index.ts';
import { type Argon2Hash, formatPhc, parsePhc } from './password-hash.ts';
import { Secret } from './secret.ts';

export const PASSWORDS: Token<Passwords> = token('kernel.passwords');

type Cost = Pick<Argon2Hash, 'memoryKiB' | 'passes' | 'parallelism'>;

const COST: Cost = { memoryKiB: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashing runs on libuv's pool of four threads, of which two are left for files and DNS; one core stays free. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const BOUNDS = { maxAtOnce: AT_ONCE, maxWaiting: 256, maxWaitMs: 5_000 };
/** Above the 1024 characters of DECISIONS 11 in any encoding; nothing longer is ever hashed. */
const MAX_PASSWORD_BYTES = 4_096;

/**
 * Password hashing with argon2id (19 MiB, two passes), off the event loop. At most two hashes run at once, one on
 * a machine of two cores; others wait up to five seconds, then `kernel.unavailable`.
 */
export class Passwords {
  readonly #queue = new Semaphore(BOUNDS);
  readonly #cost: Cost;
  readonly #dummy: Argon2Hash;

  constructor(cost: Cost = COST) {
    this.#cost = cost;
    this.#dummy = { ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
  }

  /** The PHC string to store. */
  async hash(password: string | Secret): Promise<string> {
    const message = bytesOf(password);
    if (message.length > MAX_PASSWORD_BYTES) throw invalidRequest({ message: 'The password is too long.' });
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#derive(message, { ...this.#cost, salt, hash: Buffer.alloc(HASH_BYTES) });
    return formatPhc({ ...this.#cost, salt, hash });
  }

  /**
   * The PHC string under the salt and parameters of `other`, itself such a string: hashes of a set that share
   * them are compared at the cost of one. Throws `Error` when `other` is none.
   */
  async hashLike(password: string | Secret, other: string): Promise<string> {
    const message = bytesOf(password);
    if (message.length > MAX_PASSWORD_BYTES) throw invalidRequest({ message: 'The password is too long.' });
    const wanted = parsePhc(other);
    if (wanted === null) throw new Error('the hash to follow is not readable');
    return formatPhc({ ...wanted, hash: await this.#derive(message, wanted) });
  }

  /**
   * True when the password made this hash. Without a hash (unknown login, no password set) the same work is done
   * against a random one and the answer is false, so that its time reveals nothing (DECISIONS 8).
   */
  async verify(password: string | Secret, stored: string | null): Promise<boolean> {
    const message = bytesOf(password);
    const parsed = stored === null ? null : parsePhc(stored);
    const wanted = parsed ?? this.#dummy;
    const tooLong = message.length > MAX_PASSWORD_BYTES;
    const derived = await this.#derive(tooLong ? message.subarray(0, MAX_PASSWORD_BYTES) : message, wanted);
    return timingSafeEqual(derived, wanted.hash) && parsed !== null && !tooLong;
  }

  /** True for hashes of other parameters than today's; hash again after the next successful verification. */
  needsRehash(stored: string): boolean {
    const parsed = parsePhc(stored);
    if (parsed === null) return true;
    const { memoryKiB, passes, parallelism } = this.#cost;
    return parsed.memoryKiB !== memoryKiB || parsed.passes !== passes || parsed.parallelism !== parallelism;
  }

  #derive(message: Buffer, wanted: Argon2Hash): Promise<Buffer> {
    const { memoryKiB: memory, passes, parallelism, salt: nonce, hash } = wanted;
    const parameters = { message, nonce, parallelism, tagLength: hash.length, memory, passes };
    return this.#queue.run(
      () =>
        new Promise((resolve, reject) => {
          argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  }
}

/** One spelling for characters that look the same, as typed on different keyboards. */
const bytesOf = (password: string | Secret): Buffer =>
  Buffer.from((password instanceof Secret ? password.reveal() : password).normalize('NFKC'), 'utf8');
