import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { fingerprintOf } from './dial.ts';
import { asFailure, OutboundFailure } from './errors.ts';
import type { PinnedAgent, PinnedOptions } from './pinned-agent.ts';
import { type BodyRead, readBody } from './read-body.ts';
import type { CheckedRequest } from './request.ts';

/** The peer's answer; a redirect is an answer like any other. */
export class OutboundReply {
  readonly status: number;
  /** Lower-case names; `set-cookie` is a list. */
  readonly headers: IncomingHttpHeaders;
  /** Decoded content, at most the request's `maxBytes`. */
  readonly bytes: Buffer;
  /** There was more than `maxBytes`. */
  readonly truncated: boolean;
  /** SHA-256 of the peer's certificate, over TLS. */
  readonly peerFingerprint: string | undefined;

  constructor(response: IncomingMessage, read: BodyRead, peerFingerprint: string | undefined) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.bytes = read.bytes;
    this.truncated = read.truncated;
    this.peerFingerprint = peerFingerprint;
  }

  /** The content as UTF-8 text. */
  get body(): string {
    return this.bytes.toString('utf8');
  }
}

const MAX_ANSWER_HEADER_BYTES = 32_768;

/** Outcome of one try: an answer, or a failure and whether a kept connection had gone stale. */
export type Outcome =
  | { readonly reply: OutboundReply }
  | { readonly failure: OutboundFailure; readonly staleConnection: boolean };

/** One request over one agent; never rejects. The signal ends it wherever it stands. */
export function exchange(call: CheckedRequest, agent: PinnedAgent, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
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
    const fail = (error: unknown, answered: boolean): void => {
      signal.removeEventListener('abort', aborted);
      const staleConnection = request.reusedSocket && !answered;
      resolve({ failure: asFailure(error, sent), staleConnection });
    };
    // A request that has no connection yet does not notice its own signal.
    const aborted = (): void => fail(new OutboundFailure('ABORT_ERR', { sent }), false);
    signal.addEventListener('abort', aborted, { once: true });
    // Node writes the request right after this event, in the same turn.
    request.once('socket', (socket) => {
      if (call.mayBegin?.() === false) {
        fail(new OutboundFailure('ECANCELED', { sent }), true);
        request.destroy();
        return;
      }
      sent = true;
      peer = fingerprintOf(socket);
    });
    request.on('error', (error) => fail(error, false));
    const closed = (): void => fail(new OutboundFailure('ECONNRESET', { sent }), false);
    request.on('close', closed);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new OutboundFailure('EPROTO', { sent }), true);
    });
    request.on('response', (response) => {
      request.off('close', closed);
      readBody(response, call.method, call.maxBytes).then(
        (read) => {
          signal.removeEventListener('abort', aborted);
          resolve({ reply: new OutboundReply(response, read, peer) });
        },
        (error: unknown) => {
          response.destroy();
          fail(error, true);
        },
      );
    });
    request.end(call.body);
  });
}
