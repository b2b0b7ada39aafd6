import { validateHeaderName, validateHeaderValue } from 'node:http';
import { requestRefused } from './errors.ts';

/**
 * `public`: global unicast only, unless the host is listed. `equipment`: private and loopback too. Metadata and
 * special addresses and the platform's own ports: never (DECISIONS 33).
 */
export type OutboundPolicy = 'public' | 'equipment';

export interface OutboundTls {
  /** Whether the certificate must chain to a trusted authority and name the host; default true. */
  readonly verify?: boolean;
  /** SHA-256 of the one accepted certificate, in hex; replaces the checks of `verify`. */
  readonly fingerprint?: string;
  /** Further trusted authorities, PEM. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly policy: OutboundPolicy;
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything together: name, connection, answer to its last byte; at most five minutes. */
  readonly timeoutMs: number;
  /** Decoded bytes kept of the answer; default 1 MiB, at most 64 MiB. */
  readonly maxBytes?: number;
  readonly tls?: OutboundTls;
  /** `host` or `host:port`; a listed host may be private or loopback under `public`. */
  readonly allowedHosts?: readonly string[];
  /** Keep the connection for the next request to this destination. Not for a write with `mayBegin`. */
  readonly keepAlive?: boolean;
  readonly signal?: AbortSignal;
  /** Asked in the moment before the first byte, on a connection that stands; false ends it with ECANCELED. */
  readonly mayBegin?: () => boolean;
}

/** A request whose parts have been checked; nothing in it needs another look. */
export interface CheckedRequest {
  readonly policy: OutboundPolicy;
  readonly origin: string;
  readonly secure: boolean;
  /** Name or address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly tls: OutboundTls;
  readonly allowedHosts: readonly string[];
  readonly keepAlive: boolean;
  readonly mayBegin: (() => boolean) | undefined;
}

const MAX_URL_LENGTH = 8_192;
const MAX_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_BYTES = 1_048_576;
const MAX_BYTES = 64 * 1_048_576;
const MAX_BODY_BYTES = 64 * 1_048_576;
const MAX_HEADERS = 64;
const MAX_HEADER_CHARACTERS = 16_384;
const METHOD = /^[A-Z][A-Z-]{1,15}$/;
const FINGERPRINT = /^[0-9a-f]{64}$/;
/** Headers of framing, host and connection are set here alone. */
const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect)$/;

/** Throws `outbound.request_refused` for anything that cannot be sent exactly as meant. */
export function checkRequest(request: OutboundRequest): CheckedRequest {
  const url = parseUrl(request.url);
  const method = request.method.toUpperCase();
  if (!METHOD.test(method) || method === 'CONNECT' || method === 'TRACE') throw refuse('method');
  const isRead = method === 'GET' || method === 'HEAD';
  // On a kept connection the first byte follows a turn of the event loop after the question.
  if (request.keepAlive && request.mayBegin && !isRead) throw refuse('kept connection of a fenced write');
  const { timeoutMs, maxBytes = DEFAULT_MAX_BYTES } = request;
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) throw refuse('time-out');
  if (!(maxBytes >= 0 && maxBytes <= MAX_BYTES)) throw refuse('size limit');
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  if (body !== undefined && body.length > MAX_BODY_BYTES) throw refuse('body');
  return {
    policy: request.policy,
    origin: url.origin,
    secure: url.protocol === 'https:',
    host: hostOf(url),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method,
    headers: headersOf(request, url, method, body, request.keepAlive === true),
    body,
    timeoutMs,
    maxBytes,
    tls: checkTls(request.tls ?? {}),
    allowedHosts: request.allowedHosts ?? [],
    keepAlive: request.keepAlive ?? false,
    mayBegin: request.mayBegin,
  };
}

function parseUrl(text: string): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refuse('URL');
  if (url.username !== '' || url.password !== '') throw refuse('the URL must not contain credentials');
  if (url.hostname === '' || url.port === '0') throw refuse('URL');
  return url;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

export function checkTls(tls: OutboundTls): OutboundTls {
  if (tls.fingerprint === undefined) return tls;
  const fingerprint = tls.fingerprint.replaceAll(':', '').toLowerCase();
  if (!FINGERPRINT.test(fingerprint)) throw refuse('certificate fingerprint');
  return { ...tls, fingerprint };
}

function headersOf(
  request: OutboundRequest,
  url: URL,
  method: string,
  body: Buffer | undefined,
  keepAlive: boolean,
): Record<string, string | number> {
  const given = Object.entries(request.headers ?? {});
  const characters = given.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (given.length > MAX_HEADERS || characters > MAX_HEADER_CHARACTERS) throw refuse('headers');
  const headers: Record<string, string | number> = {
    host: url.host,
    connection: keepAlive ? 'keep-alive' : 'close',
  };
  headers['accept-encoding'] = 'gzip, deflate, br';
  headers['user-agent'] = 'Patchbay';
  for (const [name, value] of given) {
    const folded = name.toLowerCase();
    if (OWN_HEADERS.test(folded)) throw refuse(`header "${folded}"`);
    if (!isSendable(folded, value)) throw refuse('headers');
    headers[folded] = value;
  }
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (body !== undefined || takesBody) headers['content-length'] = body?.length ?? 0;
  return headers;
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return name !== '__proto__';
  } catch {
    return false;
  }
}

const refuse = (what: string) => requestRefused({ message: `This request cannot be sent: ${what}.` });
