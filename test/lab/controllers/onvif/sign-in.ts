import { createHash, randomBytes } from 'node:crypto';
import { fieldsOf, type SoapCall } from './soap.ts';

const CLOCK_SKEW_MS = 10_000;
const MAX_NONCES = 10_000;
const REALM = 'LabCam';

interface Login {
  readonly username: string;
  readonly password: string;
}

/** UsernameToken for calls, HTTP Digest for pictures; a token that was used once is refused. */
export class SignIn {
  readonly #login: Login;
  readonly #now: () => Date;
  readonly #seen = new Set<string>();
  readonly #nonce = randomBytes(16).toString('hex');

  constructor(login: Login, now: () => Date) {
    this.#login = login;
    this.#now = now;
  }

  /** Digest = Base64(SHA-1(nonce + created + password)), made near the camera's own time. */
  isCallSigned({ security }: SoapCall): boolean {
    const { Username, Password, Nonce, Created } = security;
    if (String(textOf(Username)) !== this.#login.username) return false;
    const nonce = textOf(Nonce);
    const created = textOf(Created);
    const age = Math.abs(this.#now().getTime() - Date.parse(created));
    if (nonce === '' || !(age <= CLOCK_SKEW_MS) || this.#seen.has(nonce)) return false;
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created + this.#login.password)]))
      .digest('base64');
    if (digest !== textOf(Password)) return false;
    if (this.#seen.size >= MAX_NONCES) this.#seen.clear();
    this.#seen.add(nonce);
    return true;
  }

  challenge(): string {
    return `Digest realm="${REALM}", qop="auth", nonce="${this.#nonce}", algorithm=MD5`;
  }

  isPictureSigned(method: string, uri: string, authorization: string | undefined): boolean {
    const given = digestFields(authorization ?? '');
    const { username, password } = this.#login;
    const { nonce = '', nc = '', cnonce = '', qop = '' } = given;
    if (given['username'] !== username || nonce !== this.#nonce || given['uri'] !== uri || qop !== 'auth')
      return false;
    const count = `${nonce} ${nc} ${cnonce}`;
    if (this.#seen.has(count)) return false;
    const secret = md5(`${username}:${REALM}:${password}`);
    const isGood =
      given['response'] === md5(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${md5(`${method}:${uri}`)}`);
    if (isGood) this.#seen.add(count);
    return isGood;
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : String(fieldsOf(value)['#text'] ?? '');

/** `name="value"` and `name=value`, in any order. */
function digestFields(header: string): Readonly<Record<string, string>> {
  if (!header.startsWith('Digest ')) return {};
  const parts = header.slice('Digest '.length).split(', ');
  return Object.fromEntries(
    parts.flatMap((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at), part.slice(at + 1).replaceAll('"', '')]];
    }),
  );
}
