import { assertOwnPage, assertSameSite } from '../../request/csrf.ts';
import type { CsrfTokens } from '../../request/csrf-tokens.ts';
import type { Step } from '../step.ts';

/** Refuses requests that a foreign page made a browser send (CSRF). `isOwnOrigin`: a page of it may use our cookies. */
export const sameSite =
  (tokens: Pick<CsrfTokens, 'isOf'>, isOwnOrigin: (origin: string) => boolean): Step =>
  ({ state: { exchange } }, next) => {
    const { req, route, principal } = exchange;
    if (route.checksCsrf) assertSameSite(req, principal, tokens);
    if (route.route.csrf === 'origin') assertOwnPage(req, isOwnOrigin);
    return next();
  };
