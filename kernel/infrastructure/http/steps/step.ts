import type { Middleware } from 'koa';
import type { Exchange } from '../request/exchange.ts';

/** Typed state of a request: `exchange` is set by the first step. */
export interface RequestState {
  exchange: Exchange;
}

/** One step of the pipeline: Koa middleware that goes on with `next`, answers, or throws a declared error. */
export type Step = Middleware<RequestState>;
