import Type, { type TObject, type TSchema } from 'typebox';
import { closed } from '../../../schema/index.ts';
import type { MountedRoute } from '../routes/mounted-route.ts';
import { parametersOf, restOf } from '../routes/path.ts';
import type { AnyRoute, RateClass } from '../routes/route.ts';
import { Validator } from '../validation/validators.ts';
import { BodyReader } from './body-reader.ts';
import { ReplySerializer } from './reply-serializer.ts';

/** Largest body where a route says nothing (SPEC 8). */
export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

/** Thrown for a declaration that cannot be mounted; the message names the route. */
export class RouteDeclarationError extends Error {
  override readonly name = 'RouteDeclarationError';
}

const NO_QUERY = Type.Object({});
/** Segments are fixed, end in a parameter, or, as the last one, take the rest. */
const PATH =
  /^\/$|^(\/([a-zA-Z0-9._~-]*\{[a-z_]+\}|[a-zA-Z0-9._~-]+))+\/?$|^(\/([a-zA-Z0-9._~-]*\{[a-z_]+\}|[a-zA-Z0-9._~-]+))*\/\{[a-z_]+\*\}$/;

/** A route made ready: its validators and serializers, each compiled when first used. */
export class CompiledRoute {
  readonly id: string;
  readonly method: string;
  readonly route: AnyRoute;
  readonly mounted: MountedRoute;
  readonly isPublic: boolean;
  readonly isWrite: boolean;
  readonly checksCsrf: boolean;
  readonly rate: RateClass;
  readonly bodyLimitBytes: number;
  readonly parameters: readonly string[];
  /** The parameter that takes the rest of the path. */
  readonly rest: string | null;
  readonly body: BodyReader | null;
  readonly bodySchema: Validator | null;
  readonly query: Validator;
  readonly queryLists: ReadonlySet<string>;
  readonly hasQuery: boolean;
  /** Query keys that the route declares. */
  readonly declaredQuery: ReadonlySet<string>;
  /** Keys a lenient route looks at; it passes over all others. Null where others are refused. */
  readonly queryKeys: ReadonlySet<string> | null;
  readonly #params: Validator | null;
  readonly #serializers = new Map<number, ReplySerializer>();
  readonly #reply: ReplySerializer | null;

  constructor(mounted: MountedRoute) {
    const { route } = mounted;
    assertMountable(route);
    this.mounted = mounted;
    this.route = route;
    this.id = route.id;
    this.method = route.method;
    this.isPublic = 'public' in route.access;
    this.isWrite = route.method !== 'GET';
    this.checksCsrf = this.isWrite && (route.csrf ?? true) === true;
    this.rate = route.rate ?? 'general';
    this.bodyLimitBytes = route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES;
    this.parameters = parametersOf(route.path);
    this.rest = restOf(route.path);
    this.#params = paramsValidator(route, this.parameters);
    this.hasQuery = route.query !== undefined;
    this.query = new Validator(queryOf(route), 'coerced');
    this.queryLists = listsOf(route.query);
    this.declaredQuery = keysOf(route.query);
    this.queryKeys = route.lenient ? this.declaredQuery : null;
    this.body = takesBody(route) ? new BodyReader(route, this.bodyLimitBytes) : null;
    this.bodySchema = route.body ? new Validator(bodyOf(route), 'as_sent') : null;
    this.#reply = route.reply ? new ReplySerializer(route.reply) : null;
    for (const [status, schema] of Object.entries(route.replies ?? {}))
      this.#serializers.set(Number(status), new ReplySerializer(schema));
  }

  /** Whether the values of the path fit what the route says of them. */
  acceptsParams(params: Readonly<Record<string, string>>): boolean {
    return this.#params === null || this.#params.accepts({ ...params });
  }

  /** Writer of answers with this status; null when they are not JSON. */
  serializerFor(status: number): ReplySerializer | null {
    return this.#serializers.get(status) ?? this.#reply;
  }

  /** Compiles everything now; throws naming the route when a schema cannot be used. */
  compile(): void {
    try {
      this.#params?.compile();
      this.query.compile();
      this.bodySchema?.compile();
      this.#reply?.compile();
      for (const serializer of this.#serializers.values()) serializer.compile();
    } catch (cause) {
      throw new RouteDeclarationError(`${this.id}: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
  }
}

const takesBody = (route: AnyRoute): boolean => route.body !== undefined || route.bodyKind === 'binary';

function assertMountable(route: AnyRoute): void {
  const refuse = (why: string): never => {
    throw new RouteDeclarationError(`${route.id}: ${why}`);
  };
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(route.id)) refuse('an id reads <module>.<name>');
  if (route.access === undefined) refuse('declares no access');
  if (route.proof !== undefined && 'public' in route.access)
    refuse('a public route has no caller who could prove anything');
  for (const field of typeof route.proof === 'object' ? route.proof.toChange : [])
    if (!keysOf(route.body as TSchema | undefined).has(field)) refuse(`its body has no field "${field}"`);
  for (const path of [route.path, ...(route.aliases ?? [])]) {
    if (!PATH.test(path)) refuse(`the path "${path}" cannot be mounted`);
    const missing = parametersOf(route.path).filter((name) => !parametersOf(path).includes(name));
    if (missing.length > 0) refuse(`the alias "${path}" lacks {${missing.join('}, {')}}`);
  }
  if (route.method === 'GET' && takesBody(route)) refuse('GET takes no body');
}

const closedUnlessLenient = (route: AnyRoute, schema: TSchema): TSchema =>
  route.lenient ? schema : closed(schema);

const queryOf = (route: AnyRoute): TSchema =>
  closedUnlessLenient(route, (route.query as TSchema) ?? NO_QUERY);

/** Lenient routes are those of RFCs, whose forms may hold more than we know (DECISIONS 17). */
const bodyOf = (route: AnyRoute): TSchema => closedUnlessLenient(route, route.body as TSchema);

const keysOf = (query: TSchema | undefined): ReadonlySet<string> =>
  new Set(Object.keys(((query ?? {}) as Partial<TObject>).properties ?? {}));

function listsOf(query: TSchema | undefined): ReadonlySet<string> {
  const { properties = {} } = (query ?? {}) as Partial<TObject>;
  const lists = Object.entries(properties).filter(([, schema]) => 'items' in schema);
  return new Set(lists.map(([name]) => name));
}

const ID = Type.String({ format: 'uuid' });
const idSchemas = new Map<string, TSchema>();

/** One schema for all routes whose paths hold ids of these names. */
function idsNamed(names: readonly string[]): TSchema {
  const key = names.join(' ');
  const schema = idSchemas.get(key) ?? Type.Object(Object.fromEntries(names.map((name) => [name, ID])));
  idSchemas.set(key, schema);
  return schema;
}

function paramsValidator(route: AnyRoute, names: readonly string[]): Validator | null {
  if (names.length === 0) return null;
  if (route.params === undefined) return new Validator(idsNamed(names), 'coerced');
  const schemas = names.map((name) => [name, route.params?.[name] ?? ID] as const);
  return new Validator(Type.Object(Object.fromEntries(schemas)), 'coerced');
}
