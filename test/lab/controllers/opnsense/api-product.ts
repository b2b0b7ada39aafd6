import { timingSafeEqual } from 'node:crypto';
import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import { commands, type Power, type Result } from './commands/commands.ts';
import { commitCommands, committedBy } from './commands/commits.ts';
import { modelCommand } from './commands/model-commands.ts';
import { Savepoints } from './commands/savepoints.ts';
import type { FirewallDevice } from './device.ts';
import { pageOf, type SearchQuery, searchQueryOf } from './objects/search.ts';
import { ApiException, noEndpoint, notSimulated } from './refusal.ts';
import { type Endpoint, resolve } from './resolve.ts';

export interface ApiKeys {
  readonly key: string;
  readonly secret: string;
  /** A second key whose user may only look. */
  readonly reader?: { readonly key: string; readonly secret: string };
}

type Json = Readonly<Record<string, unknown>>;

const json = { 'content-type': 'application/json; charset=UTF-8' };
/** Reading commands that are asked by POST as well. */
const reading = /^(search|get|query|list|status|info|show|find)/;
const serviceActions = new Set(['start', 'stop', 'restart']);

/** OPNsense over its API: answers and refusals as the product's own sources and recordings have them. */
export class ApiProduct implements LabProduct {
  readonly sessionLimitMs = 60_000;
  readonly #device: FirewallDevice;
  readonly #keys: ApiKeys;
  readonly #power: Power;
  /** Null on releases that have no way back. */
  readonly #savepoints: Savepoints | null;

  constructor(device: FirewallDevice, keys: ApiKeys, power: Power, hasSavepoints: boolean) {
    this.#device = device;
    this.#keys = keys;
    this.#power = power;
    this.#savepoints = hasSavepoints ? new Savepoints(device) : null;
  }

  authenticate(request: LabRequest): LabAnswer | null {
    const { authorization } = request.headers;
    // Without a key the product takes the caller for a browser and shows it the way to the sign-in page.
    if (authorization === undefined)
      return { status: 302, headers: { location: `/?url=${request.path}` }, body: null, refused: true };
    if (isLogin(authorization, this.#keys)) return null;
    const { reader } = this.#keys;
    if (reader === undefined || !isLogin(authorization, reader)) return this.refusal('unauthorized');
    return this.isWrite(request) ? plain(403, 'Forbidden') : null;
  }

  isWrite({ method, path }: LabRequest): boolean {
    if (method !== 'POST') return false;
    return !reading.test(snake(path.split('/')[4] ?? ''));
  }

  execute(request: LabRequest): LabAnswer {
    try {
      return this.#execute(request);
    } catch (error) {
      if (error instanceof ApiException) return thrown(error);
      throw error;
    }
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'unauthorized') return plain(401, 'Authentication Failed');
    if (kind === 'too_large') return plain(413, 'Request Entity Too Large');
    if (kind === 'session_closed') return plain(504, 'Gateway Timeout');
    const answer = plain(429, 'Too Many Requests');
    return { ...answer, headers: { ...json, 'retry-after': '1' } };
  }

  stateHash(): string {
    return this.#device.saved.hash() + this.#device.running.hash();
  }

  #execute(request: LabRequest): LabAnswer {
    const guarded = this.#guardedApply(request);
    if (guarded) return answered(guarded);
    const endpoint = resolve(this.#device.schema, request.path);
    if (endpoint === null) throw noEndpoint();
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET') throw new ApiException('Method not allowed', 405);
    const isWriteOnly = !endpoint.action.methods.includes('GET');
    if (isWriteOnly && !isPost) return answered({ body: { result: 'failed' }, refused: true });
    const query = searchQueryOf(request, isPost);
    return answered(this.#run(endpoint, isPost, readBody(request.body), query));
  }

  #run(endpoint: Endpoint, isPost: boolean, body: Json | null, query: SearchQuery): Result {
    const { controller, command, params } = endpoint;
    const device = this.#device;
    const path = `${controller.path}/${command}`;
    const special = Object.hasOwn(commands, path) ? commands[path] : undefined;
    if (special) {
      const result = special({ device, power: this.#power, params, body: body ?? {} });
      return result.rows
        ? { ...result, body: pageOf(result.rows, isPost ? query : searchAll(query)) }
        : result;
    }
    if (commitCommands.has(command)) {
      device.takeUp(committedBy(device.schema, controller, command));
      // The recordings have this one service answer in another word.
      return { body: controller.path === '/api/wireguard/service' ? { result: 'ok' } : { status: 'ok' } };
    }
    if (controller.path.endsWith('/service') && serviceActions.has(command))
      return { body: { response: 'OK' } };
    if (controller.path.endsWith('/service') && command === 'status') return { body: { status: 'running' } };
    const result = modelCommand(device, endpoint, body, query);
    if (result === null) throw notSimulated(path);
    return result;
  }

  /** Commands of older releases only; newer ones do not know them. */
  #guardedApply({ method, path }: LabRequest): Result | null {
    const [, , module, controller, command = '', revision = ''] = path.split('/');
    if (module !== 'firewall' || controller !== 'filter' || method !== 'POST') return null;
    const name = snake(command);
    const isOurs =
      ['savepoint', 'cancel_rollback', 'revert'].includes(name) || (name === 'apply' && revision !== '');
    if (!isOurs) return null;
    const savepoints = this.#savepoints;
    if (savepoints === null || (name !== 'savepoint' && revision === '')) throw noEndpoint();
    if (name === 'savepoint') return { body: savepoints.save() };
    if (name === 'cancel_rollback') return { body: savepoints.cancel(revision) };
    if (name === 'revert')
      return savepoints.revert(revision)
        ? { body: { status: 'ok' } }
        : { body: { status: 'unknown (or removed) savepoint' }, refused: true };
    savepoints.guard(revision);
    this.#device.takeUp(
      (table) => table.startsWith('OPNsense/Firewall/Filter') || table.startsWith('OPNsense/Firewall/DNat'),
    );
    return { body: { status: 'OK\n\n' } };
  }
}

/** Some lists read their page from the body of a POST only; by GET they answer everything. */
const searchAll = (query: SearchQuery): SearchQuery => ({ ...query, rowCount: -1, current: 1 });

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function answered({ body, refused, afterwards }: Result): LabAnswer {
  const text = JSON.stringify(body);
  return {
    status: 200,
    headers: json,
    body: text,
    ...(refused ? { refused, detail: text.slice(0, 1_000) } : {}),
    ...(afterwards ? { afterwards } : {}),
  };
}

const plain = (status: number, message: string): LabAnswer => ({
  status,
  headers: json,
  body: JSON.stringify({ status, message }),
  detail: message,
});

const thrown = ({ status, message, title }: ApiException): LabAnswer => ({
  status,
  headers: json,
  body: JSON.stringify({
    errorMessage: message,
    ...(title === undefined ? {} : { errorTitle: title, errorLevel: 'info' }),
  }),
  detail: message,
});

/** Null for what is no object: the product then finds no envelope in it. */
function readBody(body: string): Json | null {
  if (body.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Json) : null;
  } catch {
    return null;
  }
}

function isLogin(authorization: string, { key, secret }: { key: string; secret: string }): boolean {
  const [scheme = '', encoded = ''] = authorization.split(' ');
  const [given, wanted] = [Buffer.from(encoded, 'base64'), Buffer.from(`${key}:${secret}`)];
  return scheme.toLowerCase() === 'basic' && given.length === wanted.length && timingSafeEqual(given, wanted);
}
