import { emptyAnswer } from '../../reply/answer.ts';
import type { CrossOrigin } from '../../request/cross-origin.ts';
import type { Step } from '../step.ts';

/** Answers the preflight requests of browsers (CORS). */
export const preflight =
  (crossOrigin: CrossOrigin): Step =>
  ({ state: { exchange } }, next) => {
    if (!crossOrigin.isPreflight(exchange.req)) return next();
    exchange.answer = emptyAnswer(204, crossOrigin.preflightHeadersFor(exchange.req));
    return Promise.resolve();
  };
