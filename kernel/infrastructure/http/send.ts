import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, emptyAnswer } from './reply/answer.ts';
import { REPLACEABLE_HEADERS, SECURITY_HEADERS, STRICT_TRANSPORT } from './reply/security-headers.ts';
import type { Exchange } from './request/exchange.ts';

const REPLACEABLE_LIST = REPLACEABLE_HEADERS.flat();

/**
 * Writes an answer with the headers that every answer has; a caller who is gone is no fault.
 * Text without wide characters goes out as latin1, which spares node the transcoding.
 */
export function send(exchange: Exchange, answer: Answer, tookMs: number): void | Promise<void> {
  const { res } = exchange;
  const { status, body } = answer;
  if (res.headersSent || res.destroyed) {
    if (body instanceof Readable) body.destroy();
    return undefined;
  }
  const headers = headersOf(exchange, answer, tookMs);
  if (body === null) {
    if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
    res.writeHead(status, headers);
    res.end();
    return undefined;
  }
  if (answer.type !== null && !answer.replaces('content-type')) headers.push('Content-Type', answer.type);
  if (body instanceof Readable) return stream(exchange, status, headers, body);
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  headers.push('Content-Length', String(length));
  res.writeHead(status, headers);
  if (length === body.length && typeof body === 'string') res.end(body, 'latin1');
  else res.end(body);
  return undefined;
}

/** Sets the headers that every answer has on one that Koa writes; those that its middleware set stay. */
export function setCommonHeaders(exchange: Exchange, tookMs: number): void {
  const { res } = exchange;
  const headers = headersOf(exchange, emptyAnswer(200, []), tookMs);
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = headers.slice(index, index + 2) as [string, string];
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

function headersOf(exchange: Exchange, answer: Answer, tookMs: number): string[] {
  const headers = [
    ...SECURITY_HEADERS,
    'X-Request-ID',
    exchange.requestId.answered,
    'X-Response-Time',
    `${tookMs.toFixed(2)}ms`,
  ];
  if (answer.headers.length === 0) headers.push(...REPLACEABLE_LIST);
  else pushReplaceable(headers, answer);
  if (exchange.cors.length > 0) headers.push(...exchange.cors);
  if (exchange.rate.length > 0) headers.push(...exchange.rate);
  if (exchange.is_secure) headers.push(...STRICT_TRANSPORT);
  return headers;
}

/** `Pragma` only repeats the default of `Cache-Control` for old caches, and goes with it. */
function pushReplaceable(headers: string[], answer: Answer): void {
  for (const [name, value] of REPLACEABLE_HEADERS) {
    const replacing = name === 'Pragma' ? 'cache-control' : name.toLowerCase();
    if (!answer.replaces(replacing)) headers.push(name, value);
  }
  headers.push(...answer.headers);
}

async function stream(
  { res, method }: Exchange,
  status: number,
  headers: string[],
  body: Readable,
): Promise<void> {
  res.writeHead(status, headers);
  if (method === 'HEAD') {
    body.destroy();
    res.end();
    return;
  }
  try {
    await pipeline(body, res);
  } catch {
    res.destroy();
  }
}
