import { createHmac } from 'node:crypto';
import { type Token, token } from '../../../di/index.ts';
import type { SecretBox } from '../../secrets/index.ts';

const FORM = /^(?<nonce>[A-Za-z0-9_-]{16,64})\.(?<mac>[A-Za-z0-9_-]{43})$/;
const NONCE_BYTES = 16;

/**
 * Values of the `svc_csrf` cookie. Each holds a MAC over its session, so that a cookie which others planted beside a
 * session (from a neighbouring host, say) is none of its values.
 */
export class CsrfTokens {
  readonly #keys: readonly Buffer[];
  readonly #secrets: Pick<SecretBox, 'randomToken' | 'equal'>;

  constructor(secrets: Pick<SecretBox, 'randomToken' | 'equal' | 'deriveKeys'>) {
    this.#secrets = secrets;
    this.#keys = secrets.deriveKeys('csrf').map(({ key }) => key);
  }

  /** A new value for this session; former ones go on holding. */
  of(session_id: string): string {
    const [current] = this.#keys;
    if (current === undefined) throw new Error('there is no key for CSRF tokens');
    const nonce = this.#secrets.randomToken(NONCE_BYTES);
    return `${nonce}.${macOf(current, session_id, nonce)}`;
  }

  isOf(session_id: string, value: string): boolean {
    const { nonce, mac } = FORM.exec(value)?.groups ?? {};
    if (nonce === undefined || mac === undefined) return false;
    return this.#keys.some((key) => this.#secrets.equal(mac, macOf(key, session_id, nonce)));
  }
}

export const CSRF_TOKENS: Token<CsrfTokens> = token('http.csrf-tokens');

const macOf = (key: Buffer, session_id: string, nonce: string): string =>
  createHmac('sha256', key).update(`${session_id}.${nonce}`).digest('base64url');
