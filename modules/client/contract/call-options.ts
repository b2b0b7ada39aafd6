import type { ApiMethod, ApiPath, BodyOf, PathParamsOf, QueryOf } from './api.ts';

export interface CommonOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Makes a repeated `POST` with the same key get the first answer for 24 hours. */
  readonly idempotencyKey?: string;
  /** The `ETag` as read: a `PUT` or `PATCH` is refused with 412 when the resource changed since. */
  readonly ifMatch?: string;
}

/** A property that may be left out where its value may be undefined or an object without anything. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [_ in Key]?: undefined }
  : { readonly [_ in keyof Value]?: undefined } extends Value
    ? { readonly [_ in Key]?: Value }
    : { readonly [_ in Key]: Value };

type Parameters<Method extends ApiMethod, Path extends ApiPath> = Part<'path', PathParamsOf<Path>> &
  Part<'query', QueryOf<Path, Method>>;

/** A body is sent wherever the path takes one, if only an empty object. */
type BodyPart<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };

export type CallOptions<Method extends ApiMethod, Path extends ApiPath> = CommonOptions &
  Part<'params', Parameters<Method, Path>> &
  BodyPart<BodyOf<Method, Path>>;

/** Options of a call, which may be left out where none is needed. */
export type CallArguments<Method extends ApiMethod, Path extends ApiPath> =
  Record<never, never> extends CallOptions<Method, Path>
    ? [options?: CallOptions<Method, Path>]
    : [options: CallOptions<Method, Path>];
