import { timingSafeEqual } from 'node:crypto';
import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import type { CommandResult } from './command-result.ts';
import type { RouterDevice } from './device.ts';
import { menuCommands } from './menus/menu-commands.ts';
import { pick } from './query.ts';
import { noSuchCommand, notFound, Refusal } from './refusal.ts';
import { type RestTarget, resolvePath } from './rest-paths.ts';
import { runCommand } from './run-command.ts';
import type { Menu } from './schema.ts';
import type { Row } from './tables.ts';

export interface RouterPower {
  readonly restart: () => void;
  readonly powerOff: () => void;
  /** Connections are refused from now on; the router itself goes on. */
  readonly cutOff: () => void;
  /** Interface over which the platform comes; without it and an address on it all are refused. Null: any. */
  readonly reachedBy: string | null;
  /** After every write. */
  readonly written: () => void;
  /** Which row of `/ip/service` answers these requests. */
  readonly service: 'www' | 'www-ssl';
}

type Arguments = Readonly<Record<string, unknown>>;

const json = { 'content-type': 'application/json' };
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};
const reading = /\/(print|get|find|monitor|monitor-traffic|export|check-for-updates)$/;

/** RouterOS over REST: verbs, answers and refusals as the vendor's schema and notes have them. */
export class RestProduct implements LabProduct {
  readonly sessionLimitMs = 60_000;
  readonly #device: RouterDevice;
  readonly #power: RouterPower;

  constructor(device: RouterDevice, power: RouterPower) {
    this.#device = device;
    this.#power = power;
  }

  authenticate(request: LabRequest): LabAnswer | null {
    const user = this.#user(request);
    if (user === undefined) return this.refusal('unauthorized');
    if (user['group'] !== 'read' || !this.isWrite(request)) return null;
    return refused(new Refusal('not enough permissions (9)', 500));
  }

  isWrite(request: LabRequest): boolean {
    if (request.method === 'POST') return !reading.test(request.path);
    return request.method === 'PUT' || request.method === 'PATCH' || request.method === 'DELETE';
  }

  execute(request: LabRequest): LabAnswer {
    try {
      const answer = this.#execute(request);
      return this.isWrite(request) ? this.#written(answer) : answer;
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  }

  /** One command of a script that the router runs by itself. */
  run(path: string, given: Arguments): void {
    const request = {
      path: `${this.#device.schema.basePath}${path}`,
      query: new URLSearchParams(),
      headers: {},
    };
    this.execute({ ...request, method: 'POST', body: JSON.stringify(given) }).afterwards?.();
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'unauthorized') return refused(new Refusal(undefined, 401));
    if (kind === 'too_large') return refused(new Refusal(undefined, 413));
    if (kind === 'session_closed') return refused(new Refusal('Session closed'));
    const answer = refused(new Refusal(undefined, 429));
    return { ...answer, headers: { ...json, 'retry-after': '1' } };
  }

  stateHash(): string {
    return this.#device.tables.hash();
  }

  #execute(request: LabRequest): LabAnswer {
    const target = resolvePath(this.#device.schema, request.path);
    const given = request.method === 'GET' || request.method === 'DELETE' ? {} : readArguments(request.body);
    switch (request.method) {
      case 'GET':
        return this.#get(target, request.query);
      case 'PUT':
        return this.#put(target, given);
      case 'PATCH':
        return this.#patch(target, given);
      case 'DELETE':
        return this.#delete(target);
      case 'POST':
        return this.#post(target, given);
      default:
        throw new Refusal(undefined, 405);
    }
  }

  #get(target: RestTarget, query: URLSearchParams): LabAnswer {
    const menu = this.#printable(target);
    const proplist = query.get('.proplist')?.split(',') ?? null;
    const rows = this.#device.print(menu);
    if (this.#device.isSingle(menu)) {
      if (target.last !== null) throw noSuchCommand(target.last);
      return answered(200, pick(rows[0] ?? {}, proplist));
    }
    if (target.last !== null) return answered(200, pick(named(rows, target.last), proplist));
    const wanted = [...query].filter(([name]) => name !== '.proplist');
    const matching = rows.filter((row) => wanted.every(([name, value]) => row[name] === value));
    return answered(
      200,
      matching.map((row) => pick(row, proplist)),
    );
  }

  #put(target: RestTarget, given: Arguments): LabAnswer {
    if (target.last !== null) throw noSuchCommand(target.last);
    const menu = menuOf(target);
    const row = this.#device.configuration.create(menu, given);
    return answered(201, this.#device.shown(menu, row));
  }

  #patch(target: RestTarget, given: Arguments): LabAnswer {
    const menu = menuOf(target);
    const row = this.#addressed(menu, target.last);
    const { '.id': id, ...fields } = given;
    if (id !== undefined && id !== row['.id']) throw new Refusal('unknown parameter .id');
    this.#device.configuration.set(menu, row, fields);
    return answered(200, this.#device.shown(menu, row));
  }

  #delete(target: RestTarget): LabAnswer {
    const menu = menuOf(target);
    this.#device.configuration.remove(menu, this.#addressed(menu, target.last));
    return { status: 204, body: null };
  }

  #post(target: RestTarget, given: Arguments): LabAnswer {
    const { menu, directory, last } = target;
    if (last === null) throw noSuchCommand(directory.slice(directory.lastIndexOf('/') + 1));
    const standard = Object.hasOwn(menuCommands, last) ? menuCommands[last] : undefined;
    const { sessionLimitMs } = this;
    const { restart, powerOff } = this.#power;
    const result: CommandResult =
      menu && standard
        ? standard(this.#device, menu, given)
        : runCommand({
            device: this.#device,
            directory,
            menu,
            command: last,
            given,
            sessionLimitMs,
            restart,
            powerOff,
          });
    if (result.after_ms !== undefined)
      return { ...this.refusal('session_closed'), after_ms: result.after_ms };
    return {
      ...answered(200, result.body),
      ...(result.afterwards ? { afterwards: result.afterwards } : {}),
    };
  }

  /** A change that closes the way these requests come takes effect after its own answer. */
  #written(answer: LabAnswer): LabAnswer {
    this.#power.written();
    return answer.afterwards || this.#isReachable() ? answer : { ...answer, afterwards: this.#power.cutOff };
  }

  #isReachable(): boolean {
    const { tables } = this.#device;
    const { service, reachedBy } = this.#power;
    const own = tables.rows('/ip/service').find((row) => row['name'] === service);
    if (own?.['disabled'] === 'true') return false;
    if (reachedBy === null) return true;
    const isUp = this.#device.configuration
      .rowsOf('/interface')
      .some((row) => row['name'] === reachedBy && row['disabled'] !== 'true');
    const hasAddress = tables
      .rows('/ip/address')
      .some((row) => row['interface'] === reachedBy && row['disabled'] !== 'true');
    return isUp && hasAddress;
  }

  #printable(target: RestTarget): Menu {
    const menu = menuOf(target);
    if (!menu.print) throw noSuchCommand('print');
    return menu;
  }

  #addressed(menu: Menu, last: string | null): Row {
    if (last === null || this.#device.isSingle(menu))
      throw new Refusal('missing or invalid resource identifier');
    return named(this.#device.configuration.rowsOf(menu.path), last);
  }

  #user(request: LabRequest): Row | undefined {
    const [scheme = '', encoded = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'basic') return undefined;
    const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const user = this.#device.tables
      .rows('/user')
      .find((row) => row['name'] === name && row['disabled'] !== 'true');
    return user && sameText(user['password'] ?? '', rest.join(':')) ? user : undefined;
  }
}

function menuOf(target: RestTarget): Menu {
  if (target.menu === undefined) throw noSuchCommand(target.last ?? target.directory.slice(1));
  return target.menu;
}

function named(rows: readonly Row[], wanted: string): Row {
  const byId = wanted.startsWith('*');
  const row = rows.find((one) => one[byId ? '.id' : 'name'] === wanted);
  if (row === undefined) throw byId ? notFound() : noSuchCommand(wanted);
  return row;
}

function readArguments(body: string): Arguments {
  if (body.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refusal('invalid JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Refusal('invalid JSON');
  return { ...parsed };
}

function answered(status: number, body: unknown): LabAnswer {
  return { status, headers: json, body: JSON.stringify(body) };
}

function refused({ status, detail }: Refusal): LabAnswer {
  const text = JSON.stringify({
    ...(detail === undefined ? {} : { detail }),
    error: status,
    message: reasons[status],
  });
  const login: Record<string, string> =
    status === 401 ? { 'www-authenticate': 'Basic realm="RouterOS REST API"' } : {};
  return { status, headers: { ...json, ...login }, body: text, ...(detail === undefined ? {} : { detail }) };
}

function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
