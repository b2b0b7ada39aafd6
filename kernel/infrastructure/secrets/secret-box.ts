import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Token, token } from '../../di/index.ts';
import { envelopeUnreadable, secretTooLarge } from './errors.ts';
import { MasterKey } from './master-key.ts';
import { Secret } from './secret.ts';

/** Location of a secret; an envelope opens nowhere else. */
export interface SecretPlace {
  readonly table: string;
  readonly row_id: string;
  /** Null for rows of the platform itself. */
  readonly organization_id: string | null;
}

/** The platform's keys: SECRET_KEY, and former ones that still open what they sealed. */
export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

export const SECRETS: Token<SecretBox> = token('kernel.secrets');

const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_PLAINTEXT_BYTES = 65_536;
const MAX_ENVELOPE_LENGTH = 100_000;

/** Encryption at rest, keys by purpose, comparison and random tokens (RULES R11, R12). */
export class SecretBox {
  readonly #current: MasterKey;
  readonly #byId: ReadonlyMap<string, MasterKey>;

  constructor(keys: SecretKeys) {
    this.#current = new MasterKey(keys.current);
    const previous = keys.previous.map((key) => new MasterKey(key));
    this.#byId = new Map([...previous, this.#current].map((key) => [key.id, key]));
  }

  /** Id of the current key as envelopes name it; reveals nothing about the key. */
  get keyId(): string {
    return this.#current.id;
  }

  /** Encrypts for one row: `v1.<key id>.<iv>.<ciphertext and tag>`; at most 64 KiB, else `secrets.too_large`. */
  seal(secret: Secret, place: SecretPlace): string {
    const plaintext = Buffer.from(secret.reveal(), 'utf8');
    if (plaintext.length > MAX_PLAINTEXT_BYTES) throw secretTooLarge();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current.envelopeKey, iv);
    cipher.setAAD(additionalData(this.#current.id, place));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.#current.id}.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
  }

  /** Decrypts; anything but the very envelope sealed for this place throws `secrets.envelope_unreadable`. */
  open(envelope: string, place: SecretPlace): Secret {
    const { key, iv, sealed } = this.#parse(envelope);
    const decipher = createDecipheriv('aes-256-gcm', key.envelopeKey, iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(additionalData(key.id, place));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const plaintext = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
      return new Secret(plaintext.toString('utf8'));
    } catch {
      throw envelopeUnreadable();
    }
  }

  /** True when another key than the current one sealed it; such rows are sealed again when written. */
  needsReseal(envelope: string): boolean {
    return envelope.split('.', 2)[1] !== this.#current.id;
  }

  /** A 32-byte key for one purpose (token kind, MAC); purposes never share a key. */
  deriveKey(purpose: string): Buffer {
    return Buffer.from(this.#current.derive(purpose));
  }

  /** The purpose's keys, current first, with the ids that rows keep to know which one made them. */
  deriveKeys(purpose: string): readonly { readonly id: string; readonly key: Buffer }[] {
    const others = [...this.#byId.values()].filter((key) => key !== this.#current);
    return [this.#current, ...others].map((each) => ({
      id: each.id,
      key: Buffer.from(each.derive(purpose)),
    }));
  }

  /** Same for every process with this SECRET_KEY; stored, so that a process with another is refused (DECISIONS 40). */
  get checkValue(): string {
    return this.#current.derive('check-value').toString('hex');
  }

  /** Compares in constant time whatever the lengths; the one comparison for secrets. */
  equal(a: string | Buffer, b: string | Buffer): boolean {
    return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
  }

  /** URL-safe random text of so many random bytes. */
  randomToken(bytes = 32): string {
    return randomBytes(bytes).toString('base64url');
  }

  #parse(envelope: string): { readonly key: MasterKey; readonly iv: Buffer; readonly sealed: Buffer } {
    if (envelope.length > MAX_ENVELOPE_LENGTH) throw envelopeUnreadable();
    const [version, keyId = '', ivText = '', sealedText = '', ...rest] = envelope.split('.', 5);
    const key = this.#byId.get(keyId);
    const iv = Buffer.from(ivText, 'base64url');
    const sealed = Buffer.from(sealedText, 'base64url');
    const fits =
      version === 'v1' && rest.length === 0 && iv.length === IV_BYTES && sealed.length >= TAG_BYTES;
    if (key === undefined || !fits) throw envelopeUnreadable();
    return { key, iv, sealed };
  }
}

/** JSON keeps the parts apart, so that no two places give the same bytes. */
const additionalData = (keyId: string, { table, row_id, organization_id }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify(['v1', keyId, table, row_id, organization_id]));
