import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import { ClassicProduct } from './classic/classic-product.ts';
import { IntegrationProduct } from './integration/integration-product.ts';
import { PrivateProduct } from './private-product.ts';
import { Refusal, refusalBody, type Speaker } from './refusal.ts';
import { jsonBody, type Result } from './requests.ts';
import type { Sessions } from './sessions.ts';
import type { Tables } from './tables.ts';

export interface ProductOptions {
  readonly tables: Tables;
  readonly sessions: Sessions;
  readonly version: string;
  readonly zone_firewall: boolean;
  readonly self_hosted: boolean;
  /** Ends the session of everybody and refuses connections for a while. */
  readonly restart: () => void;
}

const json = { 'content-type': 'application/json' };
const prefix = '/proxy/network';
/** The first version with an integration interface. */
const integrationSince = 9;
const reading = /\/(stat|list)\/|\/system-log\//;

/** A console with its network application, or the application alone. */
export class UnifiProduct implements LabProduct {
  readonly sessionLimitMs = 60_000;
  readonly #options: ProductOptions;
  readonly #integration: IntegrationProduct;
  readonly #classic: ClassicProduct;
  readonly #private: PrivateProduct;

  constructor(options: ProductOptions) {
    const { tables } = options;
    this.#options = options;
    this.#integration = new IntegrationProduct(tables, options);
    this.#classic = new ClassicProduct(tables, options.version);
    this.#private = new PrivateProduct(tables);
  }

  authenticate(request: LabRequest): LabAnswer | null {
    const place = this.#placeOf(request.path);
    // A login path of the other kind of installation is unknown here, and needs no session to be told so.
    if (isSignIn(request.path)) return null;
    try {
      this.#options.sessions.check(request, place.speaker);
      return null;
    } catch (error) {
      return this.#refused(request, error);
    }
  }

  isWrite(request: LabRequest): boolean {
    if (request.method === 'GET' || request.method === 'HEAD') return false;
    const { path } = this.#placeOf(request.path);
    return !isSignIn(path) && !reading.test(path) && !request.body.includes('"list-backups"');
  }

  execute(request: LabRequest): LabAnswer {
    const { path, speaker } = this.#placeOf(request.path);
    try {
      if (isSignIn(path)) return this.#signIn(request, path);
      const renewed = this.#options.sessions.renewed(request);
      const { status = 200, body, afterwards } = this.#result(request, path, speaker);
      return {
        status,
        headers: { ...json, ...renewed },
        body: body === undefined ? '' : JSON.stringify(body),
        ...(afterwards ? { afterwards } : {}),
      };
    } catch (error) {
      return this.#refused(request, error);
    }
  }

  refusal(kind: StandardRefusal): LabAnswer {
    const told = {
      unauthorized: [401, 'Unauthorized'],
      rate_limited: [429, 'Too Many Requests'],
      session_closed: [504, 'Gateway Timeout'],
      too_large: [413, 'Content Too Large'],
    } as const;
    const [status, message] = told[kind];
    const wait: Record<string, string> = kind === 'rate_limited' ? { 'retry-after': '1' } : {};
    return {
      status,
      headers: { ...json, ...wait },
      body: JSON.stringify({ error: { code: status, message } }),
      detail: message,
    };
  }

  stateHash(): string {
    return this.#options.tables.hash();
  }

  #result(request: LabRequest, path: string, speaker: Speaker): Result {
    if (speaker === 'integration') return this.#integration.execute(request, path);
    if (speaker === 'private') return this.#private.execute(request, path);
    if (speaker === 'classic') return this.#classic.execute(request, path);
    if (request.method === 'POST' && path === '/api/system/reboot')
      return { status: 204, afterwards: this.#options.restart };
    if (request.method === 'POST' && path === '/api/firmware/update') return this.#update(request);
    if (request.method === 'GET' && path === '/api/firmware/update') return { body: { upgradable: true } };
    throw new Refusal(404, 'Not Found');
  }

  #update(request: LabRequest): Result {
    const body = jsonBody(request);
    const keeps = typeof body === 'object' && body !== null ? Reflect.get(body, 'persistFullData') : true;
    if (keeps !== undefined && typeof keeps !== 'boolean') throw new Refusal(400, 'Bad Request');
    return { body: {}, afterwards: this.#options.restart };
  }

  #signIn(request: LabRequest, path: string): LabAnswer {
    if (request.method !== 'POST')
      throw new Refusal(405, 'Method Not Allowed', undefined, { headers: { allow: 'POST' } });
    return path.endsWith('login')
      ? this.#options.sessions.logIn(request)
      : this.#options.sessions.logOut(request);
  }

  #placeOf(whole: string): { readonly path: string; readonly speaker: Speaker } {
    const { self_hosted, version } = this.#options;
    const isApplication = self_hosted || whole.startsWith(`${prefix}/`);
    const path = self_hosted ? whole : isApplication ? whole.slice(prefix.length) : whole;
    if (isApplication && path.startsWith('/integration/'))
      return { path, speaker: Number.parseInt(version, 10) >= integrationSince ? 'integration' : 'console' };
    if (isApplication && path.startsWith('/v2/api/')) return { path, speaker: 'private' };
    if (isApplication && path.startsWith('/api/') && !path.startsWith('/api/auth/'))
      return { path, speaker: 'classic' };
    const isOwn = self_hosted ? /^\/api\/(login|logout)$/ : /^\/api\/auth\/(login|logout)$/;
    return { path: isSignIn(path) && !isOwn.test(path) ? '/unknown' : path, speaker: 'console' };
  }

  #refused(request: LabRequest, error: unknown): LabAnswer {
    if (!(error instanceof Refusal)) throw error;
    const { speaker } = this.#placeOf(request.path);
    // A bad key and a bad token are refused by the console, before the application hears of them.
    const isGate = error.code === 'Unauthorized' || error.code === 'Invalid CSRF Token';
    const body = refusalBody(isGate ? 'console' : speaker, error, request.path, this.#options.tables.now());
    const detail = error.message === error.code ? error.code : `${error.code}: ${error.message}`;
    return {
      status: error.status,
      headers: { ...json, ...error.headers },
      body: JSON.stringify(body),
      detail,
    };
  }
}

const isSignIn = (path: string): boolean => /^\/api(\/auth)?\/(login|logout)$/.test(path);
