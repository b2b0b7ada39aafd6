import type { ApiMethod, ApiPath, BodyOf, PathParamsOf, QueryOf, ReplyOf } from '@patchbay/client';

/** Row of a list: of its envelope, or of the bare arrays of changes. */
export type RowOf<P extends ApiPath<'GET'>> =
  ReplyOf<'GET', P> extends { readonly items: readonly (infer Row)[] }
    ? Row
    : ReplyOf<'GET', P> extends readonly (infer Row)[]
      ? Row
      : never;

type PathPart<P extends ApiPath> = [PathParamsOf<P>] extends [undefined]
  ? { readonly path?: undefined }
  : { readonly path: PathParamsOf<P> };

/** Parameters of a read. */
export type ReadInput<P extends ApiPath<'GET'>> = PathPart<P> & { readonly query?: QueryOf<P> };

type BodyPart<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };

/** Parameters and body of a write; `etag` refuses it (412) when the row changed since it was read. */
export type WriteInput<M extends ApiMethod, P extends ApiPath<M>> = PathPart<P> &
  BodyPart<BodyOf<M, P>> & {
    readonly query?: QueryOf<P, M>;
    readonly etag?: string | null;
    readonly idempotencyKey?: string;
  };
