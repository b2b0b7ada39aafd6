import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundFailure } from '../errors.ts';
import type { AnswerParts, BodyRead } from './reply.ts';

/** More encodings stacked than this are an attack. */
const MAX_ENCODINGS = 2;
/** Encoded bytes may exceed the decoded limit by this much, framing included. */
const ENCODED_ALLOWANCE = 65_536;
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

/** Reads and decodes up to `maxBytes` decoded bytes, then drops the connection: no bomb unfolds in memory. */
export async function readBody(
  { status, headers, body }: AnswerParts,
  method: string,
  maxBytes: number,
): Promise<BodyRead> {
  const empty = method === 'HEAD' || status === 204 || status === 304;
  const encodings = empty ? [] : encodingsOf(headers['content-encoding']);
  let encodedBytes = 0;
  const source = encodings.length === 0 ? body : await decoded(body, encodings);
  if (source !== body)
    body.on('data', (chunk: Buffer) => {
      encodedBytes += chunk.length;
      if (encodedBytes > maxBytes + ENCODED_ALLOWANCE)
        source.destroy(new OutboundFailure('EENCODING', { sent: true }));
    });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const room = maxBytes - size;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (chunk.length > room) return { bytes: Buffer.concat(chunks, size), truncated: true };
  }
  return { bytes: Buffer.concat(chunks, size), truncated: false };
}

function encodingsOf(header = ''): readonly string[] {
  const listed = header.split(',').map((each) => each.trim().toLowerCase());
  const encodings = listed.filter((each) => each !== '' && each !== 'identity');
  if (encodings.length > MAX_ENCODINGS) throw new OutboundFailure('EENCODING', { sent: true });
  return encodings.reverse();
}

async function decoded(body: Readable, encodings: readonly string[]): Promise<Readable> {
  let source = body;
  for (const encoding of encodings) {
    const decoder = encoding === 'deflate' ? inflateFor(await firstByte(source)) : decoderFor(encoding);
    source = pipeline(source, decoder, () => {});
  }
  return source;
}

function decoderFor(encoding: string): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenient);
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  throw new OutboundFailure('EENCODING', { sent: true });
}

/** Servers mean either format by `deflate`; the first byte decides. */
const inflateFor = (first: number | undefined): Transform =>
  first !== undefined && (first & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);

function firstByte(source: Readable): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    source.once('error', reject);
    source.once('close', () => resolve(undefined));
    source.once('readable', () => {
      const chunk: Buffer | null = source.read();
      if (chunk !== null) source.unshift(chunk);
      resolve(chunk?.[0]);
    });
  });
}
