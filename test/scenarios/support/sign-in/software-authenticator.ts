import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Cbor, cbor } from './cbor.ts';

/** What a dishonest browser or authenticator may change about an answer. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backedUp?: boolean;
  /** Signatures counted; else one more than the last time. */
  readonly count?: number;
  readonly userHandle?: string | null;
  /** COSE algorithm that the new key says it is of. */
  readonly algorithm?: number;
  /** Signs for itself with the new key, as security keys may. */
  readonly selfAttested?: boolean;
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, Cbor> };
}

interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly clientExtensionResults: object;
}

export interface Registered extends Credential {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
}

export interface Asserted extends Credential {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
}

interface Creation {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface Request {
  readonly challenge: string;
  readonly rpId: string;
}

const FLAGS = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64 };
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** A browser at one origin with one P-256 passkey, without any of the checks that real ones make. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #credentialId: Buffer;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #handle: string | undefined;
  count = 0;

  constructor(origin: string, credentialId: Buffer = randomBytes(32)) {
    this.#origin = origin;
    this.#credentialId = credentialId;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  get id(): string {
    return base64url(this.#credentialId);
  }

  /** What `navigator.credentials.create(…)` gives, as `toJSON()` writes it. */
  create({ challenge, rp, user }: Creation, twist: Twist = {}): Registered {
    this.#handle = user.id;
    const length = Buffer.from([this.#credentialId.length >> 8, this.#credentialId.length & 255]);
    const attested = [
      Buffer.alloc(16),
      length,
      this.#credentialId,
      cbor(this.#coseKey(twist.algorithm ?? -7)),
    ];
    const authData = Buffer.concat([this.#head(rp.id, twist, FLAGS.attested), ...attested]);
    const clientDataJSON = this.#clientData('webauthn.create', challenge, twist);
    const none = { fmt: 'none', attStmt: new Map<string, Cbor>() };
    const own = twist.selfAttested ? this.#selfAttestation(authData, clientDataJSON) : none;
    const { fmt, attStmt } = twist.attestation ?? own;
    const statement = new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        attestationObject: base64url(cbor(statement)),
        transports: ['internal', 'hybrid', 'telepathy'],
      },
    };
  }

  /** What `navigator.credentials.get(…)` gives, as `toJSON()` writes it. */
  get({ challenge, rpId }: Request, twist: Twist = {}): Asserted {
    this.count = twist.count ?? this.count + 1;
    const authenticatorData = this.#head(rpId, twist, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, twist);
    const handle = twist.userHandle === undefined ? this.#handle : twist.userHandle;
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(this.#signed(authenticatorData, clientDataJSON)),
        ...(handle === undefined ? {} : { userHandle: handle }),
      },
    };
  }

  #selfAttestation(authData: Buffer, clientDataJSON: string) {
    const sig = this.#signed(authData, clientDataJSON);
    const attStmt = new Map<string, Cbor>([
      ['alg', -7],
      ['sig', sig],
    ]);
    return { fmt: 'packed', attStmt };
  }

  #signed(authenticatorData: Buffer, clientDataJSON: string): Buffer {
    const hash = sha256(Buffer.from(clientDataJSON, 'base64url'));
    return sign('sha256', Buffer.concat([authenticatorData, hash]), this.#key);
  }

  #credential() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: { credProps: { rk: true } },
    };
  }

  #clientData(type: string, challenge: string, twist: Twist): string {
    const data = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.#origin,
      crossOrigin: twist.crossOrigin ?? false,
    };
    return base64url(Buffer.from(JSON.stringify(data)));
  }

  #head(rpId: string, twist: Twist, further: number): Buffer {
    const { userPresent = true, userVerified = true, backedUp = true } = twist;
    const flags =
      (userPresent ? FLAGS.present : 0) |
      (userVerified ? FLAGS.verified : 0) |
      (backedUp ? FLAGS.eligible | FLAGS.backedUp : 0) |
      further;
    const head = Buffer.alloc(37);
    sha256(twist.rpId ?? rpId).copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(this.count, 33);
    return head;
  }

  #coseKey(algorithm: number): ReadonlyMap<number, Cbor> {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }
}
