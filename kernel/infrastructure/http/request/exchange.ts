import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { Principal } from '../../../permissions/index.ts';
import type { CompiledRoute } from '../compiled/compiled-route.ts';
import type { Answer } from '../reply/answer.ts';
import { cookieOf } from '../reply/cookies.ts';
import type { RequestFacts } from '../routes/route.ts';
import { ANONYMOUS, type Identified } from './credentials.ts';
import type { RequestId } from './request-id.ts';

/** Facts of every request before it is looked at. */
export interface Arrival {
  readonly ctx: Context;
  readonly requestId: RequestId;
  readonly startedMs: number;
  readonly ip: string;
  readonly is_secure: boolean;
  readonly base_url: string;
  readonly cors: readonly string[];
}

/** One request on its way through the server; handlers see it as `RequestFacts`. */
export class Exchange implements RequestFacts {
  readonly ctx: Context;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: RequestId;
  readonly startedMs: number;
  readonly ip: string;
  readonly is_secure: boolean;
  readonly base_url: string;
  readonly method: string;
  readonly path: string;
  readonly cors: readonly string[];
  /** Null until the route is found, and where none is. */
  compiled: CompiledRoute | null = null;
  /** Methods known for the path where no route is. */
  allowed: readonly string[] = NONE;
  params: Readonly<Record<string, string>> = NO_PARAMS;
  query: unknown;
  body: unknown;
  identified: Identified = ANONYMOUS;
  /** The caller, once the credential is checked. */
  principal: Principal | null = null;
  rate: readonly string[] = NONE;
  /** Null until a step has answered. */
  answer: Answer | null = null;
  #controller: AbortController | undefined;
  #isOver = false;

  constructor(arrival: Arrival) {
    const { ctx } = arrival;
    this.ctx = ctx;
    this.req = ctx.req;
    this.res = ctx.res;
    this.method = ctx.req.method ?? 'GET';
    this.path = ctx.path;
    this.requestId = arrival.requestId;
    this.startedMs = arrival.startedMs;
    this.ip = arrival.ip;
    this.is_secure = arrival.is_secure;
    this.base_url = arrival.base_url;
    this.cors = arrival.cors;
  }

  /** The route; throws before it is found. */
  get route(): CompiledRoute {
    if (this.compiled === null) throw new Error('this request has no route');
    return this.compiled;
  }

  /** The answer; throws before there is one. */
  get answered(): Answer {
    if (this.answer === null) throw new Error('this request has no answer');
    return this.answer;
  }

  get id(): string {
    return this.requestId.logged;
  }

  get user_agent(): string {
    return (this.req.headers['user-agent'] ?? '').slice(0, 512);
  }

  get if_match(): string | null {
    return this.req.headers['if-match'] ?? null;
  }

  header(name: string): string | undefined {
    const value = this.req.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  cookie(name: string): string | undefined {
    return cookieOf(this.req.headers.cookie, name);
  }

  accepts(types: readonly string[]): string | null {
    return this.ctx.accepts([...types]) || null;
  }

  /** Made when first asked for, since few handlers do. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.res.once('close', () => {
        if (!this.res.writableFinished) controller.abort();
      });
      if (this.#isOver || this.res.destroyed) controller.abort();
    }
    return this.#controller.signal;
  }

  /** Ends the signal: the request took too long, or the server is going down. */
  abort(): void {
    this.#isOver = true;
    this.#controller?.abort();
  }
}

const NONE: readonly string[] = Object.freeze([]);
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
