import { request as httpRequest } from 'node:http';
import { fingerprintOf } from '../dial.ts';
import { asFailure, OutboundFailure } from '../errors.ts';
import type { CheckedRequest } from '../request.ts';
import type { PinnedAgent, PinnedOptions } from './pinned-agent.ts';
import { readBody } from './read-body.ts';
import { MAX_ANSWER_HEADER_BYTES, OutboundReply } from './reply.ts';

/** One request over a connection of its own. The signal ends it wherever it stands. */
export function ownExchange(
  call: CheckedRequest,
  agent: PinnedAgent,
  signal: AbortSignal,
): Promise<OutboundReply> {
  return new Promise((resolve, reject) => {
    let sent = false;
    let peer: string | undefined;
    const options: PinnedOptions = {
      agent,
      signal,
      dialSignal: signal,
      method: call.method,
      host: call.host,
      port: call.port,
      path: call.path,
      headers: call.headers,
      setHost: false,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    };
    const request = httpRequest(options);
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', aborted);
      reject(asFailure(error, sent));
    };
    // A request that has no connection yet does not notice its own signal.
    const aborted = (): void => fail(new OutboundFailure('ABORT_ERR', { sent }));
    signal.addEventListener('abort', aborted, { once: true });
    // Node writes the request right after this event, in the same turn.
    request.once('socket', (socket) => {
      if (call.mayBegin?.() === false) {
        fail(new OutboundFailure('ECANCELED', { sent }));
        request.destroy();
        return;
      }
      sent = true;
      peer = fingerprintOf(socket);
    });
    request.on('error', fail);
    const closed = (): void => fail(new OutboundFailure('ECONNRESET', { sent }));
    request.on('close', closed);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new OutboundFailure('EPROTO', { sent }));
    });
    request.on('response', (response) => {
      request.off('close', closed);
      const parts = { status: response.statusCode ?? 0, headers: response.headers, body: response };
      readBody(parts, call.method, call.maxBytes).then(
        (read) => {
          signal.removeEventListener('abort', aborted);
          resolve(new OutboundReply(parts, read, peer));
        },
        (error: unknown) => {
          response.destroy();
          fail(error);
        },
      );
    });
    request.end(call.body);
  });
}
