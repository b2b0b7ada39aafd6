import {
  controllerOrigin,
  notSent,
  type Send,
  type TransportAnswer,
  type TransportRequest,
  transportFailure,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { codeIn } from './error-codes.ts';
import { flavourOf, logIn } from './log-in.ts';
import type { CookieSession, SignIn } from './sign-ins.ts';

export type ConsoleCredential =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'password'; readonly username: string; readonly password: string };

export interface ConnectionOptions {
  /** `https://console.example`, without a path. */
  readonly url: string;
  readonly credential: ConsoleCredential;
  readonly tls?: { readonly verify: boolean; readonly fingerprint?: string };
  readonly timeoutMs?: number;
}

export interface ConsoleCall {
  readonly method: string;
  /** Behind the network application (`/integration/v1/info`), or on the console itself. */
  readonly on: 'application' | 'console';
  readonly path: string;
  readonly body?: unknown;
}

const MAX_ANSWER = 16 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Requests to one console with the sign-in they need. A session that is over is renewed once, which is safe because a
 * request refused with 401 was not executed; nothing else is ever sent twice.
 */
export class ConsoleConnection {
  readonly #send: Send;
  readonly #options: ConnectionOptions;
  readonly #origin: string;
  readonly #signIn: SignIn;

  constructor(send: Send, options: ConnectionOptions, signIn: SignIn) {
    this.#send = send;
    this.#options = options;
    this.#origin = controllerOrigin(options.url, 'console');
    this.#signIn = signIn;
  }

  get signIn(): SignIn {
    return this.#signIn;
  }

  async exchange(call: ConsoleCall): Promise<TransportAnswer> {
    const { credential } = this.#options;
    if (credential.kind === 'key') return this.#carry(call, { 'x-api-key': credential.key });
    const login = () =>
      logIn(this.#send, { ...credential, origin: this.#origin, request: this.#limits() }, this.#signIn);
    const session = await this.#signIn.session(login);
    const answer = await this.#inSession(call, session);
    if (!isSessionOver(answer)) return answer;
    this.#signIn.forget(session);
    return this.#inSession(call, await this.#signIn.session(login));
  }

  async #inSession(call: ConsoleCall, session: CookieSession): Promise<TransportAnswer> {
    const token: Record<string, string> =
      call.method === 'GET' || session.csrf === null ? {} : { 'x-csrf-token': session.csrf };
    const answer = await this.#carry(call, { cookie: session.cookie, ...token });
    session.csrf = answer.headers['x-updated-csrf-token'] ?? answer.headers['x-csrf-token'] ?? session.csrf;
    return answer;
  }

  async #carry(call: ConsoleCall, own: Readonly<Record<string, string>>): Promise<TransportAnswer> {
    const flavour = this.#signIn.flavour ?? flavourOf(this.#origin);
    if (call.on === 'console' && flavour === 'self_hosted')
      throw notSent('A self-hosted controller has no console of its own.', 'adapter_not_found');
    const prefix = call.on === 'application' && flavour === 'console' ? '/proxy/network' : '';
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...own,
    };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    let answer: TransportAnswer;
    try {
      answer = await this.#send({
        ...this.#limits(),
        url: `${this.#origin}${prefix}${call.path}`,
        method: call.method,
        headers,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
    } catch (error) {
      throw transportFailure(error, 'console');
    }
    return whole(answer);
  }

  #limits(): Pick<TransportRequest, 'timeoutMs' | 'tls' | 'maxBytes'> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, tls } = this.#options;
    return { timeoutMs, maxBytes: MAX_ANSWER, ...(tls === undefined ? {} : { tls }) };
  }
}

/** An answer shorter than it says it is was cut off on its way. */
function whole(answer: TransportAnswer): TransportAnswer {
  const said = answer.headers['content-length'];
  const packed = answer.headers['content-encoding'] ?? 'identity';
  const isShort = said !== undefined && /^\d+$/.test(said) && Number(said) > Buffer.byteLength(answer.body);
  if (isShort && packed === 'identity') throw unreadableAnswer('console', answer.status);
  return answer;
}

function isSessionOver({ status, body }: TransportAnswer): boolean {
  const { code = '' } = codeIn(body.length > 4_096 ? '' : body);
  if (status === 401) return code !== 'api.err.NoSiteContext';
  return code === 'api.err.LoginRequired' || (status === 403 && /csrf/i.test(code));
}
