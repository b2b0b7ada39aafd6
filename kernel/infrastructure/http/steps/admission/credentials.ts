import { credentialOf, type Identification } from '../../request/credentials.ts';
import type { Exchange } from '../../request/exchange.ts';
import type { RateLimits } from '../../request/rate-limits.ts';
import type { Step } from '../step.ts';

/**
 * Looks at the credential and counts the request against its limit: of the route for signing in, of the address where
 * credentials turned out bad, otherwise of the principal.
 */
export const credentials = (identification: Identification, limits: RateLimits): Step => {
  const identify = async (exchange: Exchange): Promise<void> => {
    const { req, ip, route } = exchange;
    const credential = credentialOf(req);
    const isAuth = route.rate === 'auth';
    const isPaid = !isAuth && identification.mustPay(credential, ip);
    if (isAuth) exchange.rate = await limits.auth(route.id, ip);
    else if (isPaid) exchange.rate = await limits.general(null, ip);
    if (credential !== null) exchange.identified = await identification.identify(credential, ip);
    const { principal } = exchange.identified;
    const isCounted = isPaid && !principal?.user_id;
    if (route.rate === 'general' && !isCounted) exchange.rate = await limits.general(principal, ip);
    exchange.principal = principal;
  };
  return ({ state: { exchange } }, next) => {
    const { rate, isPublic } = exchange.route;
    return rate === 'exempt' && isPublic ? next() : identify(exchange).then(next);
  };
};
