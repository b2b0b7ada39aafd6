import {
  type ApiClient,
  ApiError,
  type ApiMethod,
  type ApiPath,
  type CallArguments,
  createClient,
  type Exchange,
  type ReplyOf,
} from '@patchbay/client';
import { recordCall } from './recorded-calls.ts';

const signedOutListeners = new Set<() => void>();

/** Called once when the session has ended and could not be renewed. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

let isEndExpected = false;

/** While a write is sent that ends this very session, its end is no news: the page that sent it says what comes next. */
export function expectEnd(isExpected: boolean): void {
  isEndExpected = isExpected;
}

export function tellSignedOut(): void {
  if (isEndExpected) return;
  for (const listener of signedOutListeners) listener();
}

/** The only way of the console to the platform: cookies that no script can read, the CSRF header, one renewal. */
export const client: ApiClient = createClient({
  baseUrl: '',
  credential: { cookies: 'browser' },
  onSignedOut: tellSignedOut,
});

export interface CallInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly etag?: string | null | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls a route and keeps the call for "as a request". The hooks type its parts by the path. */
export async function call<M extends ApiMethod, P extends ApiPath<M>>(
  method: M,
  path: P,
  { path: parameters = {}, query = {}, body, etag, idempotencyKey, signal }: CallInput,
): Promise<Exchange<ReplyOf<M, P>>> {
  const options = {
    params: { path: parameters, query },
    ...(body === undefined ? {} : { body }),
    ...(etag ? { ifMatch: etag } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(signal === undefined ? {} : { signal }),
  };
  const note = (status: number) =>
    recordCall({ method, path, parameters, query: { ...query }, body, status });
  try {
    const exchange = await client.exchange(method, path, ...([options] as never as CallArguments<M, P>));
    note(exchange.response.status);
    return exchange;
  } catch (error) {
    if (error instanceof ApiError) note(error.status);
    throw error;
  }
}

export { ApiError };
