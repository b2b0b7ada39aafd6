import {
  controllerOrigin,
  notSent,
  type Send,
  type TransportAnswer,
  transportFailure,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { answerFailure } from './failures.ts';

export interface ApiClientOptions {
  /** `https://firewall.example`, without `/api`. */
  readonly url: string;
  /** API key of a user. */
  readonly key: string;
  readonly secret: string;
  readonly tls?: { readonly verify: boolean; readonly fingerprint?: string };
  /** Deadline of one request. */
  readonly timeoutMs?: number;
}

/** Answer of the firewall: an object, or the empty list that stands for no object. */
export type ApiAnswer = Readonly<Record<string, unknown>> | readonly unknown[];

const PATH_PATTERN = /^\/api(\/[A-Za-z0-9_]+){3}(\/[A-Za-z0-9_.:%-]+){0,2}$/;
const MAX_ANSWER = 16 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * OPNsense over its REST interface with an API key. Every failure is an `AdapterError`; nothing is ever sent twice.
 * Success of a write stands in the body, never in the status: see `answers.ts`.
 */
export class ApiClient {
  readonly #send: Send;
  readonly #options: ApiClientOptions;
  readonly #origin: string;
  readonly #authorization: string;

  constructor(send: Send, options: ApiClientOptions) {
    this.#send = send;
    this.#options = options;
    this.#origin = controllerOrigin(options.url, 'firewall');
    this.#authorization = `Basic ${Buffer.from(`${options.key}:${options.secret}`).toString('base64')}`;
  }

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    const search = new URLSearchParams(query);
    return this.#request('GET', checked(path) + (search.size > 0 ? `?${search}` : ''));
  }

  post(path: string, body: object = {}, timeoutMs?: number): Promise<ApiAnswer> {
    return this.#request('POST', checked(path), JSON.stringify(body), timeoutMs);
  }

  async #request(method: string, path: string, body?: string, timeoutMs?: number): Promise<ApiAnswer> {
    const { tls, timeoutMs: ownTimeoutMs } = this.#options;
    const headers: Record<string, string> = {
      authorization: this.#authorization,
      accept: 'application/json',
      'accept-encoding': 'identity',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    let answer: TransportAnswer;
    try {
      answer = await this.#send({
        url: this.#origin + path,
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        timeoutMs: timeoutMs ?? ownTimeoutMs ?? DEFAULT_TIMEOUT_MS,
        ...(tls === undefined ? {} : { tls }),
        maxBytes: MAX_ANSWER,
      });
    } catch (error) {
      throw transportFailure(error, 'firewall');
    }
    return readAnswer(answer);
  }
}

function readAnswer(answer: TransportAnswer): ApiAnswer {
  if (answer.status < 200 || answer.status > 299) throw answerFailure(answer);
  const said = answer.headers['content-length'];
  if (said !== undefined && Number(said) > Buffer.byteLength(answer.body))
    throw unreadableAnswer('firewall', answer.status);
  try {
    const parsed: unknown = JSON.parse(answer.body);
    if (typeof parsed === 'object' && parsed !== null) return parsed as ApiAnswer;
  } catch {
    // Handled below, like an answer of another kind.
  }
  throw unreadableAnswer('firewall', answer.status);
}

/** Commands and their parameters become a path, so nothing else may stand there. */
function checked(path: string): string {
  if (path.length > 400 || !PATH_PATTERN.test(path) || path.includes('/.'))
    throw notSent('not a command of the firewall');
  return path;
}
