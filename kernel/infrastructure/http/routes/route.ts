import type { Static, TSchema } from 'typebox';
import type { Deps, Resolved } from '../../../di/index.ts';
import type { ErrorDefinition } from '../../../errors/index.ts';
import type { Access, Principal, Proof } from '../../../permissions/index.ts';
import type { NamedParameter } from './named-parameter.ts';
import type { ParameterSchemas, PathParameters } from './path.ts';

/** Facts of a request that a handler may need beside its validated parts. */
export interface RequestFacts {
  readonly id: string;
  /** Caller's address; proxy headers count only from `TRUSTED_PROXIES` (DECISIONS 6). */
  readonly ip: string;
  readonly user_agent: string;
  readonly is_secure: boolean;
  readonly method: string;
  readonly path: string;
  /** Address the platform is reached at, without a trailing slash. */
  readonly base_url: string;
  /** `If-Match` as sent, for `assertUnchanged`. */
  readonly if_match: string | null;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** The one of these media types that the caller prefers, the first where all are alike; null where it takes none. */
  accepts(types: readonly string[]): string | null;
  /** Ends when the client goes away or the request takes too long. */
  readonly signal: AbortSignal;
}

export interface CookieOptions {
  readonly maxAgeMs?: number;
  readonly httpOnly?: boolean;
  readonly path?: string;
  readonly sameSite?: 'strict' | 'lax';
}

/** Headers, cookies and status that a handler may set beside its reply. */
export interface ReplyControl {
  status(code: number): void;
  header(name: string, value: string): void;
  cookie(name: string, value: string | null, options?: CookieOptions): void;
}

/** A caller is known unless the route is public. */
export type PrincipalFor<A extends Access> = A extends { readonly public: string }
  ? Principal | null
  : Principal;

export interface RouteInput<
  P extends string,
  Q extends TSchema,
  B extends TSchema,
  D extends Deps,
  A extends Access,
> {
  readonly params: Readonly<Record<PathParameters<P>, string>>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  readonly principal: PrincipalFor<A>;
  readonly deps: Resolved<D>;
  readonly request: RequestFacts;
  readonly reply: ReplyControl;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Reach of a writing route. `organization`: rows that belong to no site, refused to people held to sites (R20).
 * `sites`: rows that stand at sites, which the unit of work narrows to the caller's own. `own`: the caller's account.
 */
export type Reach = 'organization' | 'sites' | 'own';

/**
 * Counting of a request. `general`: per principal or address (SPEC 8). `auth`: five per minute per path and
 * address, fails closed. `exempt`: not counted.
 */
export type RateClass = 'general' | 'auth' | 'exempt';

export interface RouteDeclaration<
  P extends string = string,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
  D extends Deps = Deps,
  A extends Access = Access,
> {
  /** `<module>.<name>`; names the route in metrics, audit, the permission matrix and OpenAPI. */
  readonly id: string;
  readonly method: Method;
  /** Below `/api/v1` unless `mount` is `root`; parameters as `{name}`, a last one as `{name*}` takes the rest. */
  readonly path: P;
  readonly mount?: 'api' | 'root';
  /** A parameter whose names the document lists, each as a path of its own. */
  readonly named?: NamedParameter;
  /** Further paths that answer alike (`/backup` beside `/backups`). */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly access: A;
  /** Reach of a write; see `reachOf` for the default. */
  readonly reach?: Reach;
  readonly params?: ParameterSchemas;
  readonly query?: Q;
  readonly body?: B;
  /** Default `json`; `form_or_json` also takes urlencoded forms, `form` only those, `binary` gives a Buffer. */
  readonly bodyKind?: 'json' | 'form' | 'form_or_json' | 'binary';
  /** Content types of a binary body. */
  readonly bodyTypes?: readonly string[];
  /**
   * Dotted paths of the body (`steps.*.params`, `payload.**`) at which the route replaces the marker of a hidden
   * value by the stored one. Everywhere else a marker is 422 (RULES R17).
   */
  readonly keepsMarkers?: readonly string[];
  /** Largest body in bytes; default 1,048,576 (SPEC 8). */
  readonly bodyLimitBytes?: number;
  /** Schema of the answer; absent for 204 and for `produces`. */
  readonly reply?: R;
  /** Media type of an answer that is text or bytes instead of JSON. */
  readonly produces?: string;
  readonly status?: number;
  /** Further statuses the handler may set, with their schemas. */
  readonly replies?: Readonly<Record<number, TSchema>>;
  readonly errors?: readonly ErrorDefinition[];
  /**
   * `oauth2` answers `{error, error_description}` of RFC 6749 5.2 instead of the envelope: `error` is the `type`
   * of the thrown error, else a word for its kind; 422 becomes 400 (DECISIONS 17).
   */
  readonly errorShape?: 'envelope' | 'oauth2';
  readonly rate?: RateClass;
  /**
   * Double-submit check; default on for writing methods (SPEC 5.3). `origin`, for a route that takes a cookie before
   * any session is known: pages of other origins are refused instead.
   */
  readonly csrf?: boolean | 'origin';
  /** The fresh proof of who the caller is that this needs; never on public routes (DECISIONS 45). */
  readonly proof?: Proof;
  /** Why this writing route leaves no audit record: it changes nothing that anybody must answer for. */
  readonly unaudited?: string;
  /** Why errors come through that it does not declare: those of the operation it calls, 502 and 504 of gear included. */
  readonly passesErrors?: string;
  /** The answer holds a secret: it is never kept for an Idempotency-Key replay (DECISIONS 5). */
  readonly secretReply?: boolean;
  /** Query keys beyond the schema are ignored instead of refused (RFC endpoints: DECISIONS 17). */
  readonly lenient?: boolean;
  /** Stays mounted while its module is off (DECISIONS 35). */
  readonly whileDisabled?: boolean;
  readonly deps?: D;
  /** Refuses by throwing, before the body is read: for a state in which no body would be right. */
  before?(
    input: Pick<RouteInput<P, Q, B, D, A>, 'params' | 'query' | 'principal' | 'deps' | 'request'>,
  ): void | Promise<void>;
  handle(input: RouteInput<P, Q, B, D, A>): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers of different inputs stand in one route list
export type AnyRoute = RouteDeclaration<string, any, any, any, any, any>;

/** Handlers may answer frozen values. */
type DeepReadonly<T> = T extends readonly (infer U)[]
  ? readonly DeepReadonly<U>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

export type ReplyOf<R extends TSchema> = [TSchema] extends [R] ? unknown : DeepReadonly<Static<R>>;

/** Declares a route once; validation, access, types, documentation and sweeps all read this value. */
export function route<
  const P extends string,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  const D extends Deps,
  const A extends Access,
>(
  declaration: Omit<RouteDeclaration<P, Q, B, R, D, A>, 'handle'> & {
    handle(input: RouteInput<P, Q, B, D, A>): ReplyOf<R> | Promise<ReplyOf<R>>;
  },
): AnyRoute {
  return Object.freeze(declaration);
}
