import type { Exchange } from '../../request/exchange.ts';
import type { Proofs } from '../../request/proofs.ts';
import type { Step } from '../step.ts';

/** Refusals that come before the body is looked at: a fresh proof that is missing, and those of the route itself. */
export const earlyRefusals = (proofs: Proofs): Step => {
  const vet = async (exchange: Exchange): Promise<void> => {
    const { params, query, principal } = exchange;
    const { route, mounted } = exchange.route;
    if (route.proof !== undefined) await proofs.assertOf(principal, route.proof);
    await route.before?.({ params, query, principal, deps: mounted.deps, request: exchange });
  };
  return ({ state: { exchange } }, next) => {
    const { proof, before } = exchange.route.route;
    return proof === undefined && before === undefined ? next() : vet(exchange).then(next);
  };
};
