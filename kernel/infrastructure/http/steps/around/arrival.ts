import type { Clock } from '../../../../telemetry/index.ts';
import type { ClientAddresses } from '../../request/client-address.ts';
import type { CrossOrigin } from '../../request/cross-origin.ts';
import { Exchange } from '../../request/exchange.ts';
import { requestIdOf } from '../../request/request-id.ts';
import type { Step } from '../step.ts';

interface ArrivalParts {
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly crossOrigin: CrossOrigin;
  baseUrl(): string;
}

/** Names the request: its id, its caller's address, the CORS headers of its answer. */
export const arrival =
  ({ addresses, clock, crossOrigin, baseUrl }: ArrivalParts): Step =>
  (ctx, next) => {
    ctx.state.exchange = new Exchange({
      ctx,
      requestId: requestIdOf(ctx.req.headers['x-request-id']),
      startedMs: clock.monotonicMs(),
      ip: addresses.ipOf(ctx.req),
      is_secure: addresses.isSecure(ctx.req),
      base_url: baseUrl(),
      cors: crossOrigin.headersFor(ctx.req),
    });
    return next();
  };
