import {
  AdapterError,
  type ControllerTarget,
  controllerOrigin,
  DeviceError,
  type Send,
  signInKey,
  type TransportAnswer,
  transportFailure,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { type HostAnswer, objectIn, readAnswer } from './answers.ts';
import { formOf } from './form-body.ts';
import type { Ticket, Tickets } from './tickets.ts';

export type SignIn =
  | { readonly kind: 'token' /** `user@realm!name=secret` */; readonly token: string }
  | { readonly kind: 'password'; readonly username: string; readonly password: string };

export interface HostClientOptions {
  /** `https://pve1.example:8006`, without `/api2/json`. */
  readonly url: string;
  readonly signIn: SignIn;
  readonly tls?: { readonly verify: boolean; readonly fingerprint?: string };
  /** Deadline of one exchange where the call names none. */
  readonly timeoutMs?: number;
  /** Through which every exchange goes (`ControllerTarget.guard`). */
  readonly guard?: NonNullable<ControllerTarget['guard']>;
}

export interface HostWrite {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Without `/api2/json`. */
  readonly path: string;
  readonly fields?: VendorValue;
  readonly timeoutMs?: number;
}

const NOUN = 'host';
const BASE = '/api2/json';
const READ_TIMEOUT_MS = 8_000;
/** A call that does its work before it answers may take as long as a push. */
const WRITE_TIMEOUT_MS = 25_000;
const MAX_ANSWER = 32 * 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/**
 * The interface of one cluster through one of its nodes, with a token or with tickets. Every failure is an
 * `AdapterError`. A request that was refused for its sign-in did nothing, so it is sent once more with a new ticket.
 */
export class HostClient {
  readonly #send: Send;
  readonly #options: HostClientOptions;
  readonly #tickets: Tickets;
  readonly #origin: string;
  readonly #owner: string;

  constructor(send: Send, tickets: Tickets, options: HostClientOptions) {
    this.#send = send;
    this.#tickets = tickets;
    this.#options = options;
    this.#origin = controllerOrigin(options.url, 'host');
    this.#owner = signInKey(this.#origin, options.tls, options.signIn);
  }

  async get(path: string, query: VendorValue = {}): Promise<HostAnswer> {
    const search = formOf(query).toString();
    return this.#call('GET', search === '' ? path : `${path}?${search}`, undefined, READ_TIMEOUT_MS);
  }

  async write({ method, path, fields = {}, timeoutMs = WRITE_TIMEOUT_MS }: HostWrite): Promise<HostAnswer> {
    const sent = formOf(fields).toString();
    // The host refuses a body on DELETE.
    if (method === 'DELETE')
      return this.#call(method, sent === '' ? path : `${path}?${sent}`, undefined, timeoutMs);
    return this.#call(method, path, sent, timeoutMs);
  }

  async #call(
    method: string,
    path: string,
    body: string | undefined,
    timeoutMs: number,
  ): Promise<HostAnswer> {
    const { guard = (exchange) => exchange() } = this.#options;
    // A call this sign-in may not make is an answer like any other: it must not count as a failed sign-in at the
    // bulkhead.
    const answer = await guard(async () => {
      const answer = await this.#signedIn(method, path, body, timeoutMs);
      if (answer.status === 401) return refusedSignIn();
      return answer;
    });
    return readAnswer(answer, method !== 'GET');
  }

  async #signedIn(
    method: string,
    path: string,
    body: string | undefined,
    timeoutMs: number,
  ): Promise<TransportAnswer> {
    const { signIn } = this.#options;
    if (signIn.kind === 'token')
      return this.#exchange(method, path, body, timeoutMs, {
        authorization: `PVEAPIToken=${signIn.token}`,
      });
    const first = await this.#ticket(signIn);
    const answer = await this.#exchange(method, path, body, timeoutMs, headersOf(first, method));
    if (answer.status !== 401) return answer;
    this.#tickets.drop(this.#owner, first);
    const second = await this.#ticket(signIn);
    return this.#exchange(method, path, body, timeoutMs, headersOf(second, method));
  }

  /** After a failure here, the call it was made for has not been sent. */
  async #ticket(signIn: SignIn & { readonly kind: 'password' }): Promise<Ticket> {
    try {
      return await this.#tickets.take(this.#owner, () => this.#logIn(signIn));
    } catch (error) {
      if (!(error instanceof AdapterError) || error.outcome === 'not_sent') throw error;
      throw new AdapterError(error.type, 'not_sent', error.message, error, error.retry_after_seconds);
    }
  }

  async #logIn({ username, password }: SignIn & { readonly kind: 'password' }): Promise<Ticket> {
    const fields = formOf({ username, password }).toString();
    const answer = await this.#exchange('POST', '/access/ticket', fields, READ_TIMEOUT_MS, {});
    if (answer.status === 401) return refusedSignIn();
    const { data } = readAnswer(answer, false);
    const { ticket, CSRFPreventionToken: csrf } = data === null ? {} : Object(data);
    if (typeof ticket !== 'string' || typeof csrf !== 'string' || /[\s;]/.test(ticket))
      return refusedSignIn();
    if (ticket.startsWith('PVE:!tfa!')) return secondFactorNeeded();
    return { ticket, csrf };
  }

  async #exchange(
    method: string,
    path: string,
    body: string | undefined,
    timeoutMs: number,
    signedBy: Readonly<Record<string, string>>,
  ): Promise<TransportAnswer> {
    const { tls } = this.#options;
    try {
      const answer = await this.#send({
        url: `${this.#origin}${BASE}${path}`,
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-type': FORM }),
          ...signedBy,
        },
        ...(body === undefined ? {} : { body }),
        timeoutMs: this.#options.timeoutMs ?? timeoutMs,
        ...(tls === undefined ? {} : { tls }),
        maxBytes: MAX_ANSWER,
      });
      const isCut = answer.status < 300 && objectIn(answer.body) === null;
      if (isCut && Number(answer.headers['content-length']) > Buffer.byteLength(answer.body))
        throw Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET', sent: true });
      return answer;
    } catch (error) {
      throw transportFailure(error, NOUN, { isWrite: method !== 'GET' });
    }
  }
}

const headersOf = ({ ticket, csrf }: Ticket, method: string): Readonly<Record<string, string>> => ({
  cookie: `PVEAuthCookie=${encodeURIComponent(ticket)}`,
  ...(method === 'GET' ? {} : { CSRFPreventionToken: csrf }),
});

function refusedSignIn(): never {
  const message = 'the host refused the sign-in';
  throw new DeviceError({ type: 'adapter_authentication_error', outcome: 'refused', status: 401, message });
}

function secondFactorNeeded(): never {
  const message = 'the host asks this user for a second factor; an API token needs none';
  throw new DeviceError({ type: 'adapter_authentication_error', outcome: 'refused', message });
}
