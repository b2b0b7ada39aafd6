import {
  type DeviceAddress,
  deviceExchange,
  type Exchange,
  notSent,
  type Send,
  type TransportAnswer,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { type RouterRow, readRet, readRow, readRows } from '../inventory/rows.ts';
import { answerFailure } from './failures.ts';

/** `url` is without `/rest`; commands get five seconds more than the router's own limit of 60. */
export interface RestClientOptions extends DeviceAddress {
  readonly username: string;
  readonly password: string;
}

export interface PrintQuery {
  /** Equality; all must match. */
  readonly where?: Readonly<Record<string, string>>;
  /** Only these properties are answered. */
  readonly proplist?: readonly string[];
  /** Stack query words such as `type=ether`, `type=vlan`, `#|`; excludes `where`. */
  readonly stack?: readonly string[];
}

export type FieldValues = Readonly<Record<string, string | number | boolean>>;

const MENU_PATTERN = /^(\/[a-z0-9][a-z0-9-]*)+$/;
const ID_PATTERN = /^\*[0-9A-F]{1,16}$/;
const DEFAULT_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 65_000;

/**
 * RouterOS 7 over its REST interface. Every failure is an `AdapterError`; nothing is ever sent twice, because a write
 * acts at once and the router has no key to recognise a repetition by.
 */
export class RouterOsClient {
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(send: Send, options: RestClientOptions) {
    this.#exchange = deviceExchange(send, options, { noun: 'router', timeoutMs: DEFAULT_TIMEOUT_MS });
    this.#authorization = `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`;
  }

  /** Rows of a menu; a menu that holds one object gives one row. */
  async print(menu: string, query: PrintQuery = {}): Promise<readonly RouterRow[]> {
    const path = checkedMenu(menu);
    if (query.stack !== undefined) {
      const proplist = query.proplist === undefined ? {} : { '.proplist': query.proplist };
      return readRows(await this.#request('POST', `${path}/print`, { ...proplist, '.query': query.stack }));
    }
    const search = new URLSearchParams(query.where);
    if (query.proplist !== undefined) search.set('.proplist', query.proplist.join(','));
    const suffix = search.size > 0 ? `?${search}` : '';
    return readRows(await this.#request('GET', `${path}${suffix}`));
  }

  async get(menu: string, id: string): Promise<RouterRow> {
    return readRow(await this.#request('GET', `${checkedMenu(menu)}/${checkedId(id)}`));
  }

  /** The new object as the router made it, defaults and `.id` included. */
  async create(menu: string, fields: FieldValues): Promise<RouterRow> {
    return readRow(await this.#request('PUT', checkedMenu(menu), fields));
  }

  /** The object after the change. */
  async set(menu: string, id: string, fields: FieldValues): Promise<RouterRow> {
    return readRow(await this.#request('PATCH', `${checkedMenu(menu)}/${checkedId(id)}`, fields));
  }

  async remove(menu: string, id: string): Promise<void> {
    await this.#request('DELETE', `${checkedMenu(menu)}/${checkedId(id)}`);
  }

  /** A console command such as `/ip/dns/set`; rows it printed, and `ret` where it returns one value. */
  async command(
    path: string,
    args: FieldValues = {},
  ): Promise<{ rows: readonly RouterRow[]; ret: string | null }> {
    const answer = await this.#request('POST', checkedMenu(path), args, COMMAND_TIMEOUT_MS);
    return { rows: readRows(answer), ret: readRet(answer) };
  }

  async #request(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<TransportAnswer> {
    const answer = await this.#exchange({
      method,
      path: `/rest${path}`,
      headers: { authorization: this.#authorization },
      body: body === undefined ? body : JSON.stringify(body),
      timeoutMs,
    });
    if (answer.status < 200 || answer.status > 299) throw answerFailure(answer);
    const said = answer.headers['content-length'];
    if (said !== undefined && /^\d+$/.test(said) && Number(said) > Buffer.byteLength(answer.body)) {
      const packed = answer.headers['content-encoding'];
      if (packed === undefined || packed === 'identity') throw unreadableAnswer('router', answer.status);
    }
    return answer;
  }
}

/** Menus and ids become part of a path, so nothing else than a menu or an id may stand there. */
function checkedMenu(menu: string): string {
  if (menu.length > 200 || !MENU_PATTERN.test(menu)) throw notSent('not a menu of the router');
  return menu;
}

function checkedId(id: string): string {
  if (!ID_PATTERN.test(id)) throw notSent('not an id of the router');
  return id;
}
