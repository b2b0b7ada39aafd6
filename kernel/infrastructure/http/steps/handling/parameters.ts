import { malformedPath } from '../../http-errors.ts';
import { queryOf } from '../../request/query.ts';
import type { Step } from '../step.ts';

/** Checks the parameters of the path and reads those of the query. */
export const parameters: Step = ({ state: { exchange } }, next) => {
  const { route, params } = exchange;
  if (route.parameters.length > 0 && !route.acceptsParams(params)) throw malformedPath();
  exchange.query = queryOf(route, exchange.req.url ?? '');
  return next();
};
