import { Readable } from 'node:stream';
import { namesTag } from '../../database/index.ts';
import type { CompiledRoute } from '../compiled/compiled-route.ts';
import { tagOfReply } from './etag.ts';
import type { HandlerReply } from './handler-reply.ts';

/** Answer to the caller, before the headers that every answer has. */
export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string | Uint8Array | Readable | null;
  /** Flat list of names and values. */
  readonly headers: readonly string[];
  /** Lower-case names that replace the defaults. */
  readonly replaces: (lowerCaseName: string) => boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const nothingReplaced = (): boolean => false;

/** An answer of text, such as an error. */
export const textAnswer = (status: number, body: string, headers: readonly string[]): Answer => ({
  status,
  type: JSON_TYPE,
  body,
  headers,
  replaces: nothingReplaced,
});

export const emptyAnswer = (status: number, headers: readonly string[]): Answer => ({
  status,
  type: null,
  body: null,
  headers,
  replaces: nothingReplaced,
});

/** Asked for every reply in development and tests; throws when a reply breaks its own schema. */
export type ReplyCheck = (compiled: CompiledRoute, status: number, value: unknown) => void;

/** Turns what a handler gave back into an answer, cut to its schema. */
export function answerOf(
  compiled: CompiledRoute,
  value: unknown,
  reply: HandlerReply,
  ifNoneMatch: string | undefined,
  check: ReplyCheck | null,
): Answer {
  const { route } = compiled;
  const status = reply.chosenStatus ?? route.status ?? (isNothing(compiled, value) ? 204 : 200);
  const replaces = reply.hasHeader.bind(reply);
  if (status === 204 || status === 304 || value === undefined || value === null)
    return { status, type: null, body: null, headers: reply.headerList, replaces };
  const serializer = route.produces === undefined ? compiled.serializerFor(status) : null;
  if (serializer === null)
    return { ...rawAnswer(route.produces, value), status, headers: reply.headerList, replaces };
  check?.(compiled, status, value);
  const tag = status < 300 ? tagOfReply(value) : undefined;
  if (tag === undefined || reply.hasHeader('etag'))
    return { status, type: JSON_TYPE, body: serializer.write(value), headers: reply.headerList, replaces };
  const headers = [...reply.headerList, 'ETag', tag];
  if (compiled.method === 'GET' && ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag))
    return { status: 304, type: null, body: null, headers, replaces };
  return { status, type: JSON_TYPE, body: serializer.write(value), headers, replaces };
}

const isNothing = ({ route }: CompiledRoute, value: unknown): boolean =>
  route.reply === undefined && (value === undefined || value === null);

/** Text, bytes and streams go out as they are; any other value as JSON. */
function rawAnswer(type: string | undefined, value: unknown): Pick<Answer, 'type' | 'body'> {
  if (typeof value === 'string' || value instanceof Uint8Array || value instanceof Readable)
    return {
      type: type ?? (typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
      body: value,
    };
  return { type: type ?? JSON_TYPE, body: JSON.stringify(value) };
}
