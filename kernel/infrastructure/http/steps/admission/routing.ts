import { notFound } from '../../../../errors/index.ts';
import type { RouteTable } from '../../compiled/route-table.ts';
import { methodNotAllowed } from '../../http-errors.ts';
import { emptyAnswer } from '../../reply/answer.ts';
import type { Exchange } from '../../request/exchange.ts';
import type { RateLimits } from '../../request/rate-limits.ts';
import type { Step } from '../step.ts';

/** Finds the route of the method and path. */
export const routing =
  (routes: RouteTable): Step =>
  ({ state: { exchange } }, next) => {
    const { compiled, params, allowed } = routes.match(exchange.method, exchange.path);
    exchange.compiled = compiled;
    exchange.params = params;
    exchange.allowed = allowed;
    return next();
  };

/** Answers requests without a route, for which their address pays: 404, 405, or the methods that `OPTIONS` asks for. */
export const unmatched = (limits: RateLimits): Step => {
  const answer = async (exchange: Exchange): Promise<void> => {
    const { allowed, method } = exchange;
    exchange.rate = await limits.general(null, exchange.ip);
    if (allowed.length === 0) throw notFound();
    if (method !== 'OPTIONS') throw methodNotAllowed({ headers: { Allow: allowed.join(', ') } });
    exchange.answer = emptyAnswer(204, ['Allow', allowed.join(', ')]);
  };
  return ({ state: { exchange } }, next) => (exchange.compiled === null ? answer(exchange) : next());
};
