import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { JSON_TYPE } from './answer.ts';
import { REPLACEABLE_HEADERS, SECURITY_HEADERS } from './security-headers.ts';

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what could not even be parsed as HTTP, in the envelope, and closes the connection. */
export function answerBrokenRequest(code: string | undefined, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_CODE[code ?? ''] ?? 400;
  const request_id = randomUUID();
  const message = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: { code: status, message, request_id } });
  const headers = [
    ...pairs([...SECURITY_HEADERS, ...REPLACEABLE_HEADERS.flat()]),
    `X-Request-ID: ${request_id}`,
    'X-Response-Time: 0.00ms',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status} ${message}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

const pairs = (list: readonly string[]): string[] =>
  list.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${list[index + 1] ?? ''}`] : []));
