import type { ApiMethod, ApiPath, ReplyOf } from './api.ts';
import type { CallArguments } from './call-options.ts';
import { exchangeBy } from './exchange.ts';
import type { ClientOptions } from './options.ts';

/** A success: what it says, and the response with its headers, such as `ETag`. The body of the response was read. */
export interface Exchange<Reply> {
  readonly data: Reply;
  readonly response: Response;
}

export interface ApiClient {
  /** Calls a path and answers what it says; throws an `ApiError` for anything but a success. */
  request<Method extends ApiMethod, Path extends ApiPath<Method>>(
    method: Method,
    path: Path,
    ...options: CallArguments<Method, Path>
  ): Promise<ReplyOf<Method, Path>>;
  /** The same, with the response. */
  exchange<Method extends ApiMethod, Path extends ApiPath<Method>>(
    method: Method,
    path: Path,
    ...options: CallArguments<Method, Path>
  ): Promise<Exchange<ReplyOf<Method, Path>>>;
}

export function createClient(options: ClientOptions): ApiClient {
  const exchange = exchangeBy(options);
  return {
    async request<Method extends ApiMethod, Path extends ApiPath<Method>>(
      method: Method,
      path: Path,
      ...[given]: CallArguments<Method, Path>
    ) {
      const { data } = await exchange(method, path, given);
      return data as ReplyOf<Method, Path>;
    },
    async exchange<Method extends ApiMethod, Path extends ApiPath<Method>>(
      method: Method,
      path: Path,
      ...[given]: CallArguments<Method, Path>
    ) {
      const { data, response } = await exchange(method, path, given);
      return { data: data as ReplyOf<Method, Path>, response };
    },
  };
}
