import type { Static, TSchema } from 'typebox';
import type { Dependency } from '../../../di/index.ts';
import type { Access, Principal } from '../../../permissions/index.ts';
import { type Page, pageSchema } from '../../database/index.ts';
import { type AnyRoute, type ReplyOf, type RouteDeclaration, route } from './route.ts';

/** Access that names who may call: rows are never public. */
export type KnownCaller = Exclude<Access, { readonly public: string }>;

interface ResourceDeclaration<S, R extends TSchema> {
  /** Names the routes: `<id>.list`, `.create`, `.get`, `.update` and `.delete`. */
  readonly id: string;
  readonly path: string;
  /** Parameter of the path that names one row. */
  readonly parameter: string;
  /** Each route checks the one method that it calls. */
  readonly service: Dependency<S>;
  readonly read: KnownCaller;
  readonly write: KnownCaller;
  readonly reply: R;
}

type Repeated = 'method' | 'path' | 'access' | 'query' | 'body' | 'reply' | 'deps' | 'before' | 'handle';

/** Facts of one route; where it repeats a word of the resource, its own one holds. */
type Words = Pick<RouteDeclaration, 'summary'> &
  Partial<Omit<RouteDeclaration, Repeated>> & { readonly access?: KnownCaller };

type Maybe<T> = T | Promise<T>;

/** Asks for the method when the service has none that fits the schemas. */
type Serves<S, M> = S extends M ? unknown : M;

/** The usual routes over rows of one kind. */
export interface Resource<S, R extends TSchema> {
  list<Q extends TSchema>(
    words: Words & { readonly query: Q } & Serves<
        S,
        { list: (principal: Principal, query: Static<Q>) => Maybe<Page<ReplyOf<R>>> }
      >,
  ): AnyRoute;
  create<B extends TSchema, C extends TSchema = R>(
    words: Words & { readonly body: B; readonly reply?: C } & Serves<
        S,
        { create: (principal: Principal, body: Static<B>) => Maybe<ReplyOf<C>> }
      >,
  ): AnyRoute;
  get(words: Words & Serves<S, { get: (principal: Principal, id: string) => Maybe<ReplyOf<R>> }>): AnyRoute;
  update<B extends TSchema, C extends TSchema = R>(
    words: Words & { readonly body: B; readonly reply?: C } & Serves<
        S,
        {
          update: (
            principal: Principal,
            id: string,
            patch: Static<B>,
            if_match: string | null,
          ) => Maybe<ReplyOf<C>>;
        }
      >,
  ): AnyRoute;
  remove(
    words: Words &
      Serves<S, { remove: (principal: Principal, id: string, if_match: string | null) => Maybe<void> }>,
  ): AnyRoute;
  /** Acts on one row by the method of the service that has the name of the act, `POST <path>/{id}/<name>`; 204 answers nothing. */
  act<const N extends string>(
    name: N,
    words: Words &
      Serves<
        S,
        { readonly [K in N]: (principal: Principal, id: string) => Maybe<ReplyOf<R>> | Promise<void> }
      >,
  ): AnyRoute;
}

interface Rows {
  list(principal: Principal, query: unknown): unknown;
  create(principal: Principal, body: unknown): unknown;
  get(principal: Principal, id: string): unknown;
  update(principal: Principal, id: string, patch: unknown, if_match: string | null): unknown;
  remove(principal: Principal, id: string, if_match: string | null): unknown;
}

type Acts = Readonly<Record<string, (principal: Principal, id: string) => unknown>>;

/** Declares rows that are listed, created, read, changed and deleted by a service with methods of these names. */
export function resource<S extends object, R extends TSchema>(
  declaration: ResourceDeclaration<S, R>,
): Resource<S, R> {
  const { id, path, parameter, read, write } = declaration;
  const reply: TSchema = declaration.reply;
  const page: TSchema = pageSchema(reply);
  const deps = { rows: declaration.service as unknown as Dependency<Rows> };
  const onAll = { path, deps } as const;
  const onOne = { path: `${path}/{${parameter}}`, deps } as const;
  const idIn = (params: Readonly<Record<string, string>>): string => params[parameter] ?? '';
  const usual = {
    list: (words: Words) =>
      route({
        id: `${id}.list`,
        method: 'GET',
        ...onAll,
        access: read,
        reply: page,
        handle: ({ principal, query, deps }) => deps.rows.list(principal, query),
        ...words,
      }),
    create: (words: Words) =>
      route({
        id: `${id}.create`,
        method: 'POST',
        ...onAll,
        access: write,
        reply,
        status: 201,
        handle: ({ principal, body, deps }) => deps.rows.create(principal, body),
        ...words,
      }),
    get: (words: Words) =>
      route({
        id: `${id}.get`,
        method: 'GET',
        ...onOne,
        access: read,
        reply,
        handle: ({ principal, params, deps }) => deps.rows.get(principal, idIn(params)),
        ...words,
      }),
    update: (words: Words) =>
      route({
        id: `${id}.update`,
        method: 'PATCH',
        ...onOne,
        access: write,
        reply,
        handle: ({ principal, params, body, request, deps }) =>
          deps.rows.update(principal, idIn(params), body, request.if_match),
        ...words,
      }),
    remove: (words: Words) =>
      route({
        id: `${id}.delete`,
        method: 'DELETE',
        ...onOne,
        access: write,
        status: 204,
        handle: ({ principal, params, request, deps }) =>
          deps.rows.remove(principal, idIn(params), request.if_match),
        ...words,
      }),
    act: (name: string, words: Words) =>
      route({
        id: `${id}.${name}`,
        method: 'POST',
        path: `${onOne.path}/${name}`,
        access: write,
        ...(words.status === 204 ? {} : { reply }),
        deps: { rows: declaration.service as unknown as Dependency<Acts> },
        handle: ({ principal, params, deps }) => deps.rows[name]?.(principal, idIn(params)),
        ...words,
      }),
  };
  return usual as Resource<S, R>;
}
