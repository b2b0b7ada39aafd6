import type { Exchange } from '../../request/exchange.ts';
import type { Proofs } from '../../request/proofs.ts';
import { assertNothingRedacted } from '../../validation/redaction-guard.ts';
import type { Step } from '../step.ts';

/** Reads and checks the body of routes that take one (koa-body), and the proof that this body asks for. */
export const body = (proofs: Proofs): Step => {
  const read = async (exchange: Exchange): Promise<void> => {
    const { route, ctx, principal } = exchange;
    if (route.body !== null) {
      const { value, sizeBytes } = await route.body.read(ctx);
      route.bodySchema?.assert(value, sizeBytes);
      assertNothingRedacted(value, route.route.keepsMarkers);
      exchange.body = value;
    }
    if (route.route.proof !== undefined) await proofs.assertFor(principal, route.route.proof, exchange.body);
  };
  return ({ state: { exchange } }, next) => {
    const { body: reader, route } = exchange.route;
    return reader === null && route.proof === undefined ? next() : read(exchange).then(next);
  };
};
