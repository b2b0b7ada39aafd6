import { answerOf, type ReplyCheck } from '../../reply/answer.ts';
import { HandlerReply } from '../../reply/handler-reply.ts';
import { type RouteWatch, watchRoute } from '../../route-watch.ts';
import type { Step } from '../step.ts';

/**
 * Runs the handler of the route and turns its value into the answer. `checkReply` checks every reply, `watch`
 * observes whether handlers keep to their declarations; both for tests.
 */
export const handler =
  (checkReply: ReplyCheck | null, watch: RouteWatch | null): Step =>
  ({ state: { exchange } }) => {
    const { route: compiled, params, query, body, principal } = exchange;
    const { route, mounted } = compiled;
    const reply = new HandlerReply(exchange.is_secure);
    const input = { params, query, body, principal, deps: mounted.deps, request: exchange, reply };
    const given: unknown = watch
      ? watchRoute(route, watch, query, async () => route.handle(input))
      : route.handle(input);
    const answer = (value: unknown): void => {
      const ifNoneMatch = exchange.req.headers['if-none-match'];
      exchange.answer = answerOf(compiled, value, reply, ifNoneMatch, checkReply);
    };
    if (given instanceof Promise) return given.then(answer);
    answer(given);
    return Promise.resolve();
  };
