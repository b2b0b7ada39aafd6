import type { components, paths } from '../generated/schema.ts';

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Paths below `/api/v1`. */
type Api = {
  readonly [Path in keyof paths as Path extends `/api/v1${infer Below}` ? Below : never]: paths[Path];
};

/** Paths that take this method; without one, all. */
export type ApiPath<Method extends ApiMethod = ApiMethod> = {
  [Path in keyof Api]: Lowercase<Method> & keyof Api[Path] extends never ? never : Path;
}[keyof Api];

type OperationOf<Method extends ApiMethod, Path extends ApiPath> =
  Api[Path] extends Readonly<Record<Lowercase<Method>, infer Operation>> ? Operation : never;

/** Reply of a successful call; undefined where there is none. */
export type ReplyOf<Method extends ApiMethod, Path extends ApiPath> =
  OperationOf<Method, Path> extends { responses: infer Responses }
    ? ReplyIn<Responses[keyof Responses]>
    : never;

type ReplyIn<Response> = Response extends { content: infer Content }
  ? { [Type in keyof Content]: ReadAs<Type, Content[Type]> }[keyof Content]
  : undefined;

/** As `readReply` reads it. */
type ReadAs<Type, Value> = Type extends `application/json${string}`
  ? Value
  : Type extends `text/${string}`
    ? string
    : Blob;

/** Body of a call; undefined where there is none. */
export type BodyOf<Method extends ApiMethod, Path extends ApiPath> =
  OperationOf<Method, Path> extends { requestBody: { content: infer Content } } ? BodyIn<Content> : undefined;

type BodyIn<Content> = 'application/json' extends keyof Content
  ? Content['application/json']
  : 'application/x-www-form-urlencoded' extends keyof Content
    ? URLSearchParams
    : Blob | ArrayBuffer | Uint8Array;

type ParametersOf<Method extends ApiMethod, Path extends ApiPath> =
  OperationOf<Method, Path> extends { parameters: infer Parameters } ? Parameters : never;

/** Words after the `?`; those of a `GET` unless told otherwise. Undefined where the path takes none. */
export type QueryOf<Path extends ApiPath, Method extends ApiMethod = 'GET'> =
  ParametersOf<Method, Path> extends { query?: infer Query extends object } ? Query : undefined;

/** The names in braces, each with its text; undefined where the path has none. */
export type PathParamsOf<Path extends ApiPath> = [NameIn<Path>] extends [never]
  ? undefined
  : { readonly [Name in NameIn<Path>]: string };

type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/** Body of every error of the platform, but for some of 413 and 429. */
export type ErrorEnvelope = components['schemas']['Error'];
/** A field that is not as it must be. */
export type ErrorDetail = NonNullable<ErrorEnvelope['error']['details']>[number];
