import { randomUUID } from 'node:crypto';
import {
  type DeviceAddress,
  deviceExchange,
  type Exchange,
  notSent,
  type Send,
  type TransportAnswer,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { callFailure, loginRefused, statusCodes, statusFailure, UbusFailure } from './failures.ts';

/** `url` is without `/ubus`. */
export interface UbusClientOptions extends DeviceAddress {
  readonly username: string;
  readonly password: string;
  /** Through which every call goes (`ControllerTarget.guard`). */
  readonly guard?: <T>(exchange: () => Promise<T>) => Promise<T>;
}

export type CallArguments = Readonly<Record<string, unknown>>;
export type CallData = Readonly<Record<string, unknown>>;

const nobody = '0'.repeat(32);
const DEFAULT_TIMEOUT_MS = 8_000;
const UPLOAD_TIMEOUT_MS = 25_000;
const OBJECT_PATTERN = /^[a-z][A-Za-z0-9_.-]{0,80}$/;

/**
 * The JSON-RPC bridge of OpenWrt: one call, one request. Every failure is an `AdapterError`; nothing is sent
 * twice here, since only the caller knows which calls may be repeated.
 */
export class UbusClient {
  readonly #exchange: Exchange;
  readonly #options: UbusClientOptions;

  constructor(send: Send, options: UbusClientOptions) {
    this.#exchange = deviceExchange(send, options, { noun: 'device', timeoutMs: DEFAULT_TIMEOUT_MS });
    this.#options = options;
  }

  /** A new session, which ends when it is not used for so many seconds. It has staged nothing yet. */
  async login(idleSeconds = 300): Promise<string> {
    const { username, password } = this.#options;
    return this.loginAs(username, password, idleSeconds);
  }

  async loginAs(username: string, password: string, idleSeconds: number): Promise<string> {
    const data = await this.#guarded(() =>
      this.#call(nobody, 'session', 'login', { username, password, timeout: idleSeconds }).catch(
        refusedLogin,
      ),
    );
    const session = data?.['ubus_rpc_session'];
    if (typeof session !== 'string' || !/^[0-9a-f]{32}$/.test(session)) throw unreadableAnswer('device', 200);
    return session;
  }

  /** Result of the call; null when it succeeded without one. */
  async call(
    session: string,
    object: string,
    method: string,
    given: CallArguments = {},
    timeoutMs?: number,
  ): Promise<CallData | null> {
    return this.#guarded(() => this.#call(session, object, method, given, timeoutMs));
  }

  async #call(
    session: string,
    object: string,
    method: string,
    given: CallArguments,
    timeoutMs?: number,
  ): Promise<CallData | null> {
    if (!OBJECT_PATTERN.test(object)) throw notSent('That is no name of an object on the device.');
    const request = { jsonrpc: '2.0', id: 1, method: 'call', params: [session, object, method, given] };
    const answer = await this.#post('/ubus', 'application/json', JSON.stringify(request), timeoutMs);
    return readAnswer(answer, `${object}.${method}`);
  }

  /** Puts a file on the device. Answers what the device says it received. */
  async upload(session: string, path: string, content: Buffer): Promise<CallData> {
    const boundary = `----${randomUUID()}`;
    const fields = { sessionid: session, filename: path, filemode: '600' };
    const head = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="filedata"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head.join('') + file),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const type = `multipart/form-data; boundary=${boundary}`;
    return this.#guarded(async () => {
      const answer = await this.#post('/cgi-bin/cgi-upload', type, body, UPLOAD_TIMEOUT_MS);
      return objectOf(parse(answer.body));
    });
  }

  #guarded<T>(exchange: () => Promise<T>): Promise<T> {
    const { guard } = this.#options;
    return guard ? guard(exchange) : exchange();
  }

  async #post(
    path: string,
    type: string,
    body: string | Buffer,
    timeoutMs?: number,
  ): Promise<TransportAnswer> {
    const answer = await this.#exchange({ method: 'POST', path, type, body, timeoutMs });
    if (answer.status !== 200) throw statusFailure(answer);
    return answer;
  }
}

function refusedLogin(error: unknown): never {
  throw error instanceof UbusFailure && error.code === statusCodes.permission_denied
    ? loginRefused(error)
    : error;
}

function readAnswer(answer: TransportAnswer, call: string): CallData | null {
  const { result, error } = objectOf(parse(answer.body));
  if (typeof error === 'object' && error !== null) {
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
    throw callFailure(call, code);
  }
  if (!Array.isArray(result) || !Number.isInteger(result[0])) throw unreadableAnswer('device', 200);
  if (result[0] !== 0) throw callFailure(call, result[0]);
  return result[1] === undefined ? null : objectOf(result[1]);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw unreadableAnswer('device', 200);
  }
}

function objectOf(value: unknown): CallData {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadableAnswer('device', 200);
  return value as CallData;
}
