import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { type KoaBodyMiddlewareOptions, koaBody } from 'koa-body';
import { PatchbayError } from '../../../errors/index.ts';
import { bodyTooLarge, malformedBody, unsupportedMediaType } from '../http-errors.ts';
import type { AnyRoute } from '../routes/route.ts';
import { parseBody } from '../validation/body-text.ts';
import { assertUsable } from '../validation/value-check.ts';

/** A body as read: its value, and roughly how large it was. */
export interface ReadBody {
  readonly value: unknown;
  readonly sizeBytes: number;
}

const FORM = 'application/x-www-form-urlencoded';
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
const nothing = (): Promise<void> => Promise.resolve();

/** The 413 of SPEC 7. */
export const tooLarge = (limitBytes: number): PatchbayError =>
  bodyTooLarge({ message: `request body exceeds ${limitBytes}-byte limit` });

const lengthOf = (request: IncomingMessage): number =>
  Number(request.headers['content-length'] ?? Number.NaN);

/** Whether a request brings a body at all. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

/** Refuses a body whose announced length is over the limit, before anything is read. */
export function assertLength(request: IncomingMessage, limitBytes: number): void {
  if (lengthOf(request) > limitBytes) throw tooLarge(limitBytes);
}

const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const isJson = (type: string): boolean =>
  type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);

/** Reads the bodies of one route: as its kind says, never more than its limit. */
export class BodyReader {
  readonly #kind: NonNullable<AnyRoute['bodyKind']>;
  readonly #types: readonly string[];
  readonly #limitBytes: number;
  readonly #parse: ReturnType<typeof koaBody>;

  constructor(route: AnyRoute, limitBytes: number) {
    this.#kind = route.bodyKind ?? 'json';
    this.#types = route.bodyTypes ?? ['application/octet-stream'];
    this.#limitBytes = limitBytes;
    this.#parse = koaBody({
      json: false,
      formLimit: limitBytes,
      urlencoded: true,
      // JSON is read as text: it is looked through before it is parsed.
      text: true,
      textTypes: ['application/json', '+json'],
      textLimit: limitBytes,
      multipart: false,
      parsedMethods: METHODS as KoaBodyMiddlewareOptions['parsedMethods'],
    });
  }

  /** Throws 413, 415 or 400; the rest of a refused body is read and thrown away. */
  async read(ctx: Context): Promise<ReadBody> {
    const { req } = ctx;
    if (!hasBody(req)) return { value: this.#kind === 'binary' ? Buffer.alloc(0) : {}, sizeBytes: 0 };
    this.#assertType(req);
    try {
      const value = this.#kind === 'binary' ? await this.#bytes(req) : await this.#parsed(ctx);
      return { value, sizeBytes: lengthOf(req) || this.#limitBytes };
    } catch (error) {
      req.unpipe();
      req.resume();
      throw this.#explained(error);
    }
  }

  #assertType(request: IncomingMessage): void {
    const type = mediaTypeOf(request);
    const isForm = type === FORM;
    const accepted =
      this.#kind === 'binary'
        ? this.#types.includes(type) || this.#types.includes('*/*')
        : (this.#kind !== 'form' && isJson(type)) || (this.#kind !== 'json' && isForm);
    if (!accepted) throw unsupportedMediaType();
  }

  async #parsed(ctx: Context): Promise<unknown> {
    await this.#parse(ctx, nothing);
    const body: unknown = ctx.request.body;
    if (mediaTypeOf(ctx.req) !== FORM) return parseBody(typeof body === 'string' ? body : '');
    assertUsable(body);
    return body;
  }

  async #bytes(request: IncomingMessage): Promise<Buffer> {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw unsupportedMediaType();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#limitBytes) throw tooLarge(this.#limitBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }

  #explained(error: unknown): PatchbayError {
    if (error instanceof PatchbayError) return error;
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) return tooLarge(this.#limitBytes);
    if (status === 415) return unsupportedMediaType({ cause: error });
    return malformedBody({
      message: `The body is not valid ${this.#kind === 'json' ? 'JSON' : 'input'}.`,
      cause: error,
    });
  }
}
