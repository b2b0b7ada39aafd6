import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { TransportAnswer, TransportRequest } from '@patchbay/vendor-kit';

class TransportError extends Error {
  readonly code: string;
  readonly sent: boolean;

  constructor(code: string, sent: boolean) {
    super(code);
    this.code = code;
    this.sent = sent;
  }
}

/** The smallest carrier that keeps the promises of `Send`, for tests of vendors' clients against their lab. */
export function nodeSend(request: TransportRequest): Promise<TransportAnswer> {
  const secure = request.url.startsWith('https:');
  const options: RequestOptions = {
    method: request.method,
    headers: { ...request.headers },
    agent: false,
    rejectUnauthorized: request.tls?.verify ?? true,
  };
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(deadline);
      reject(new TransportError(error.code ?? 'EUNKNOWN', connected));
    };
    const outgoing = (secure ? httpsRequest : httpRequest)(request.url, options, (incoming) => {
      read(incoming).then((answer) => {
        clearTimeout(deadline);
        resolve(answer);
      }, fail);
    });
    const deadline = setTimeout(() => {
      outgoing.destroy(Object.assign(new Error('deadline'), { code: 'ETIMEDOUT' }));
    }, request.timeoutMs);
    outgoing.on('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        const pinned = request.tls?.fingerprint;
        const shown =
          pinned === undefined ? undefined : (socket as TLSSocket).getPeerCertificate().fingerprint256;
        if (pinned === shown) connected = true;
        else
          outgoing.destroy(
            Object.assign(new Error('another certificate'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
          );
      });
    });
    outgoing.on('error', fail);
    outgoing.end(request.body);
  });
}

async function read(incoming: IncomingMessage): Promise<TransportAnswer> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const cookies = incoming.headers['set-cookie'] ?? [];
  const bytes = Buffer.concat(parts);
  return { status: incoming.statusCode ?? 0, headers, cookies, body: bytes.toString('utf8'), bytes };
}
