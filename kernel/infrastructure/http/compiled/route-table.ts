import { type Layer, Router } from '@koa/router';
import type { MountedRoute } from '../routes/mounted-route.ts';
import { CompiledRoute } from './compiled-route.ts';
import type { Match } from './match.ts';

/** Prefix of every path but root routes (SPEC 9). */
export const API_BASE = '/api/v1';

/** Thrown when routes do not fit together; the message names both. */
export class RouteConflict extends Error {
  override readonly name = 'RouteConflict';
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
const NOTHING: Match = Object.freeze({ compiled: null, params: NO_PARAMS, allowed: [] });

/** Full path of a declared one. */
export const fullPath = (mount: 'api' | 'root' | undefined, path: string): string => {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (mount === 'root') return bare;
  return bare === '/' ? API_BASE : `${API_BASE}${bare}`;
};

const anonymous = (path: string): string => path.replace(/\{[a-z_]+/g, '{');

/** Static before parameter, segment by segment, so that `/users/me` is never taken for `/users/{id}`. */
export function byPrecision(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const dynamic = openness(left[index]) - openness(right[index]);
    if (dynamic !== 0) return dynamic;
  }
  return left.length - right.length || (one < other ? -1 : 1);
}

/** 0 for a fixed segment, 1 for one that begins with fixed text (`gateway-{family}`), 2 for a parameter, 3 for the rest. */
function openness(segment: string | undefined): number {
  if (!segment?.includes('{')) return 0;
  if (!segment.startsWith('{')) return 1;
  return segment.endsWith('*}') ? 3 : 2;
}

/** First segment below `/api/v1`, or of the path; routes are looked for among those that share it. */
function groupOf(path: string): string {
  const from = path.startsWith(`${API_BASE}/`) ? API_BASE.length + 1 : 1;
  const end = path.indexOf('/', from);
  return path.slice(0, end === -1 ? path.length : end);
}

interface Entry {
  readonly path: string;
  readonly compiled: CompiledRoute;
}

/** All routes of all modules. Paths are case-sensitive, a trailing slash is optional (SPEC 2.1). */
export class RouteTable {
  readonly routes: readonly CompiledRoute[];
  readonly #static = new Map<string, Map<string, Match>>();
  readonly #dynamic = new Map<string, Router>();
  readonly #byLayer = new Map<unknown, CompiledRoute>();

  constructor(mounted: readonly MountedRoute[]) {
    const entries = mounted.flatMap(entriesOf);
    refuseDuplicates(entries);
    this.routes = [...new Set(entries.map(({ compiled }) => compiled))];
    for (const entry of entries.toSorted((one, other) => byPrecision(one.path, other.path))) this.#add(entry);
  }

  /** Finds the route; `HEAD` is answered by `GET`. */
  match(method: string, path: string): Match {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const wanted = method === 'HEAD' ? 'GET' : method;
    const here = this.#static.get(bare);
    const exact = here?.get(wanted);
    if (exact) return exact;
    const dynamic = this.#matchDynamic(wanted, bare);
    if (dynamic.compiled) return dynamic;
    const allowed = new Set([...(here?.keys() ?? []), ...dynamic.allowed]);
    if (allowed.size === 0) return NOTHING;
    return { compiled: null, params: NO_PARAMS, allowed: withImplied(allowed) };
  }

  #matchDynamic(method: string, path: string): Match {
    const found = this.#matchIn(this.#dynamic.get(groupOf(path)), method, path);
    return found.compiled || !this.#dynamic.has('')
      ? found
      : merged(found, this.#matchIn(this.#dynamic.get(''), method, path));
  }

  #matchIn(router: Router | undefined, method: string, path: string): Match {
    if (router === undefined) return NOTHING;
    const { path: matched, pathAndMethod } = router.match(path, method);
    const layer = pathAndMethod[0];
    const compiled = layer && this.#byLayer.get(layer);
    if (layer && compiled) return { compiled, params: paramsOf(layer, path, compiled), allowed: [] };
    return {
      compiled: null,
      params: NO_PARAMS,
      allowed: matched.flatMap(({ methods }) => methods.filter((each) => each !== 'HEAD')),
    };
  }

  #add({ path, compiled }: Entry): void {
    const { method } = compiled;
    if (!path.includes('{')) {
      const methods = this.#static.get(path) ?? new Map<string, Match>();
      this.#static.set(path, methods.set(method, { compiled, params: NO_PARAMS, allowed: [] }));
      return;
    }
    const group = groupOf(path).includes('{') ? '' : groupOf(path);
    const router = this.#dynamic.get(group) ?? new Router({ sensitive: true });
    this.#dynamic.set(group, router);
    const layer = router.register(asPattern(path), [method], () => {});
    this.#byLayer.set(layer, compiled);
  }
}

/** As the router writes it: `/a/{b}/{c*}` is `/a/:b{/*c}`. */
const asPattern = (path: string): string =>
  path.replace(/\/\{([a-z_]+)\*\}$/, '{/*$1}').replace(/\{([a-z_]+)\}/g, ':$1');

function paramsOf(layer: Layer, path: string, { rest }: CompiledRoute): Record<string, string> {
  const params = layer.params(path, layer.captures(path));
  return rest === null ? params : { [rest]: '', ...params };
}

/** The second answer, knowing also what the first would allow. */
const merged = (first: Match, second: Match): Match =>
  second.compiled ? second : { ...second, allowed: [...first.allowed, ...second.allowed] };

const withImplied = (methods: ReadonlySet<string>): readonly string[] =>
  [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();

function entriesOf(mounted: MountedRoute): readonly Entry[] {
  const compiled = new CompiledRoute(mounted);
  const { mount, path, aliases = [] } = mounted.route;
  return [path, ...aliases].map((each) => ({ path: fullPath(mount, each), compiled }));
}

function refuseDuplicates(entries: readonly Entry[]): void {
  const seen = new Map<string, CompiledRoute>();
  const ids = new Map<string, CompiledRoute>();
  for (const { path, compiled } of entries) {
    const key = `${compiled.method} ${anonymous(path)}`;
    const other = seen.get(key);
    if (other) throw new RouteConflict(`${key} is declared twice: by ${other.id} and by ${compiled.id}`);
    seen.set(key, compiled);
    const namesake = ids.get(compiled.id);
    if (namesake !== undefined && namesake !== compiled)
      throw new RouteConflict(`the route id ${compiled.id} is declared twice, at ${key} and elsewhere`);
    ids.set(compiled.id, compiled);
  }
}
