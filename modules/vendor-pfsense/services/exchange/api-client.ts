import {
  type ControllerTarget,
  type DeviceAddress,
  DeviceError,
  deviceExchange,
  type Exchange,
  notSent,
  type Send,
  type TransportAnswer,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { answerFailure } from './failures.ts';
import { type FirewallCredential, SignIn } from './sign-in.ts';

/** One object as the firewall answers it. */
export type Row = Readonly<Record<string, unknown>>;

type Guard = NonNullable<ControllerTarget['guard']>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string>>;

/** Of `url`, text after the port is ignored. */
export interface ApiClientOptions extends DeviceAddress {
  readonly credential: FirewallCredential;
  /** Every single exchange passes it. */
  readonly guard?: Guard;
}

interface Outgoing {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly body?: Row;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const ROWS_PER_PAGE = 500;
const MAX_ROWS = 50_000;
const PATH_PATTERN = /^\/api\/v2(\/[a-z0-9_]+)+$/;
export const TOKEN_PATH = '/api/v2/auth/jwt';
const unguarded: Guard = (exchange) => exchange();

/**
 * The REST package of pfSense. Every failure is an `AdapterError`. A request is sent a second time only when the firewall
 * refused the sign-in of the first, which it does before anything else.
 */
export class ApiClient {
  readonly #exchange: Exchange;
  readonly #signIn: SignIn;
  readonly #guard: Guard;

  constructor(send: Send, options: ApiClientOptions) {
    this.#exchange = deviceExchange(send, options, { noun: 'firewall', timeoutMs: DEFAULT_TIMEOUT_MS });
    this.#guard = options.guard ?? unguarded;
    this.#signIn = new SignIn(options.credential, async (authorization) => {
      const data = await this.#once({ method: 'POST', path: TOKEN_PATH, body: {} }, { authorization });
      return typeof data === 'object' && data !== null ? Reflect.get(data, 'token') : null;
    });
  }

  /** One object, or the settings of a path. */
  async get(path: string, query: Query = {}): Promise<Row> {
    return rowOf(await this.#request({ method: 'GET', path, query }), false);
  }

  /** Every object of a list, page by page: there is no total, so a short page is the last one. */
  async list(path: string, query: Query = {}): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const paging = { limit: String(ROWS_PER_PAGE), offset: String(rows.length) };
      const data = await this.#request({ method: 'GET', path, query: { ...query, ...paging } });
      if (!Array.isArray(data)) throw unreadableAnswer('firewall', 200, { isWrite: false });
      for (const each of data) rows.push(rowOf(each, false));
      if (data.length < ROWS_PER_PAGE) return rows;
      if (rows.length >= MAX_ROWS) throw notSent('the firewall lists more objects than can be read');
    }
  }

  /** Object that the write left or removed, as the firewall answers. Some commands answer a list. */
  async write(method: Exclude<Method, 'GET'>, path: string, body: Row, query: Query = {}): Promise<unknown> {
    return this.#request({ method, path, query, ...(method === 'DELETE' ? {} : { body }) });
  }

  async #request(outgoing: Outgoing): Promise<unknown> {
    const used = this.#signIn.headers();
    try {
      return await this.#once(outgoing, used);
    } catch (error) {
      const isSignInRefused = error instanceof DeviceError && error.status === 401;
      if (!isSignInRefused || !(await this.#signIn.renew(used))) throw error;
      return this.#once(outgoing, this.#signIn.headers());
    }
  }

  #once(
    { method, path, query = {}, body }: Outgoing,
    signIn: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    if (path.length > 200 || !PATH_PATTERN.test(path)) throw notSent('not a path of the REST package');
    const isWrite = method !== 'GET';
    const search = new URLSearchParams(query);
    return this.#guard(async () => {
      const answer = await this.#exchange({
        method,
        path: search.size > 0 ? `${path}?${search}` : path,
        headers: signIn,
        body: body && JSON.stringify(body),
        isWrite,
      });
      if (answer.status !== 200) throw answerFailure(answer, isWrite);
      return dataOf(answer, isWrite);
    });
  }
}

/** Content of the envelope; one that was cut short or has another shape is none. */
function dataOf({ status, body }: TransportAnswer, isWrite: boolean): unknown {
  let envelope: unknown;
  try {
    envelope = JSON.parse(body);
  } catch {
    throw unreadableAnswer('firewall', status, { isWrite });
  }
  if (typeof envelope !== 'object' || envelope === null || Reflect.get(envelope, 'code') !== 200)
    throw unreadableAnswer('firewall', status, { isWrite });
  return Reflect.get(envelope, 'data');
}

export function rowOf(value: unknown, isWrite: boolean): Row {
  if (typeof value !== 'object' || value === null) throw unreadableAnswer('firewall', 200, { isWrite });
  // An object without fields is an empty list in the product's own language.
  return Array.isArray(value) ? {} : { ...value };
}
