import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

export const MAX_ANSWER_HEADER_BYTES = 32_768;

/** Answer as it comes in: its head, and the body still encoded. */
export interface AnswerParts {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Part of an answer that was read; `truncated` when there was more than allowed. */
export interface BodyRead {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

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

  constructor(
    { status, headers }: Pick<AnswerParts, 'status' | 'headers'>,
    read: BodyRead,
    peerFingerprint: string | undefined,
  ) {
    this.status = status;
    this.headers = headers;
    this.bytes = read.bytes;
    this.truncated = read.truncated;
    this.peerFingerprint = peerFingerprint;
  }

  /** The content as UTF-8 text. */
  get body(): string {
    return this.bytes.toString('utf8');
  }
}
