import createFetchClient from 'openapi-fetch';
import { publicOperations } from '../generated/schema.ts';
import { errorOf } from './api-error.ts';
import { BrowserSession, pageParts } from './browser-session.ts';
import type { CommonOptions } from './call-options.ts';
import type { ClientOptions } from './options.ts';

/** Options of a call whose path is known at run time only. */
interface AnyOptions extends CommonOptions {
  readonly params?: { readonly path?: object | undefined; readonly query?: object | undefined } | undefined;
  readonly body?: unknown;
}

interface AnyExchange {
  readonly data: unknown;
  readonly response: Response;
}

interface AnyOperation {
  parameters: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}

type AnyPaths = Record<string, Record<'get' | 'post' | 'put' | 'patch' | 'delete', AnyOperation>>;
type Fetch = (request: Request) => Promise<Response>;

const PREFIX = '/api/v1';
const open = new Set(publicOperations);

/** Sends calls as these options say; answers successes and throws everything else as an `ApiError`. */
export function exchangeBy(
  options: ClientOptions,
): (method: Method, path: string, given?: AnyOptions) => Promise<AnyExchange> {
  const { credential, onRequest, onResponse } = options;
  const baseUrl = `${options.baseUrl.replace(/\/+$/, '')}${PREFIX}`;
  const fetchOf = fetchesOf(options, baseUrl);
  const client = createFetchClient<AnyPaths>({
    baseUrl,
    credentials: 'cookies' in credential ? 'same-origin' : 'omit',
    bodySerializer: serialized,
    pathSerializer: filled,
  });
  if (onRequest) client.use({ onRequest });
  if (onResponse) client.use({ onResponse });
  return async (method, path, given = {}) => {
    const { params, body, signal } = given;
    const { error, response } = await client.request(lowered[method], path, {
      parseAs: 'stream',
      params: { path: { ...params?.path }, query: { ...params?.query } },
      body,
      headers: headersOf(options, given),
      fetch: fetchOf(open.has(`${method} ${PREFIX}${path}`)),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw errorOf(response, error);
    return { data: await readReply(response), response };
  };
}

/** The path with a text for each name; dots would lead to another path. Throws a `TypeError` for what is no part of one. */
const filled = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });

const lowered = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
type Method = keyof typeof lowered;

/** The way to send: by the session of the page, where cookies are the credential. */
function fetchesOf(
  { credential, fetch = (request) => globalThis.fetch(request), onSignedOut, browser }: ClientOptions,
  baseUrl: string,
): (isPublic: boolean) => Fetch {
  if (!('cookies' in credential)) return () => fetch;
  const session = new BrowserSession({
    fetch,
    refreshUrl: `${baseUrl}/auth/refresh`,
    parts: browser ?? pageParts(),
    onSignedOut: onSignedOut ?? (() => undefined),
  });
  return (isPublic) => (isPublic ? session.sendOnce : session.send);
}

function headersOf({ credential }: ClientOptions, given: AnyOptions): Readonly<Record<string, string>> {
  const { idempotencyKey, ifMatch, body, headers } = given;
  return {
    ...('token' in credential ? { Authorization: `Bearer ${credential.token}` } : {}),
    ...('api_key' in credential ? { 'X-API-Key': credential.api_key } : {}),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...typeOf(body),
    ...headers,
  };
}

/** Bodies that are no JSON name their type themselves, or else `headers` does. */
function typeOf(body: unknown): Readonly<Record<string, string>> {
  if (body instanceof URLSearchParams) return { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (body instanceof Blob) return { 'Content-Type': body.type || 'application/octet-stream' };
  return isBytes(body) ? { 'Content-Type': 'application/octet-stream' } : {};
}

const isBytes = (body: unknown): boolean => body instanceof ArrayBuffer || ArrayBuffer.isView(body);

const serialized = (body: unknown): unknown =>
  body instanceof URLSearchParams || body instanceof Blob || isBytes(body) ? body : JSON.stringify(body);

/** JSON as its value, text as text, anything else as a blob; undefined where there is nothing. */
async function readReply(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204 || type === '') return undefined;
  if (type.startsWith('application/json')) return response.json();
  return type.startsWith('text/') ? response.text() : response.blob();
}
