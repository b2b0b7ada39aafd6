import {
  type DeviceAddress,
  deviceExchange,
  type Exchange,
  notSent,
  type Send,
  type TransportAnswer,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { answerFailure } from './failures.ts';

/** `url` is without `/api`. */
export interface ApiClientOptions extends DeviceAddress {
  /** API key of a user. */
  readonly key: string;
  readonly secret: string;
}

/** Answer of the firewall: an object, or the empty list that stands for no object. */
export type ApiAnswer = Readonly<Record<string, unknown>> | readonly unknown[];

const PATH_PATTERN = /^\/api(\/[A-Za-z0-9_]+){3}(\/[A-Za-z0-9_.:%-]+){0,2}$/;
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * OPNsense over its REST interface with an API key. Every failure is an `AdapterError`; nothing is ever sent twice.
 * Success of a write stands in the body, never in the status: see `answers.ts`.
 */
export class ApiClient {
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(send: Send, options: ApiClientOptions) {
    this.#exchange = deviceExchange(send, options, { noun: 'firewall', timeoutMs: DEFAULT_TIMEOUT_MS });
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
    const answer = await this.#exchange({
      method,
      path,
      headers: { authorization: this.#authorization },
      body,
      timeoutMs,
    });
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
