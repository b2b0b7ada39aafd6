/** EdDSA, ES256, RS256: nothing else is asked for, or taken. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** Fields by which browsers find a credential's authenticator. */
export interface Descriptor {
  readonly credential_id: string;
  readonly transports: readonly string[];
}

/** A credential as its authenticator made it. */
export interface NewCredential extends Descriptor {
  readonly public_key: string;
  readonly sign_count: number;
  readonly backed_up: boolean;
}

/** Signed facts beside the validity of a signature. */
export type Assertion = Pick<NewCredential, 'sign_count' | 'backed_up'>;

const isTransport = (word: string): word is Transport => (TRANSPORTS as readonly string[]).includes(word);

export const knownTransports = (words: readonly string[]): Transport[] =>
  [...new Set(words)].filter(isTransport);

export const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, 'base64url'));
