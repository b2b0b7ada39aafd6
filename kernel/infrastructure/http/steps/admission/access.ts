import { notFound, unauthenticated } from '../../../../errors/index.ts';
import { decide, heldToSites, type PermissionMap, refusal } from '../../../../permissions/index.ts';
import type { CompiledRoute } from '../../compiled/compiled-route.ts';
import { moduleDegraded } from '../../http-errors.ts';
import { type Identified, isPlainRefusal } from '../../request/credentials.ts';
import { isBeyondReach } from '../../routes/reach.ts';
import type { Step } from '../step.ts';

/** Lets in those whom the route lets in, while its module serves. */
export const access =
  (permissions: PermissionMap): Step =>
  ({ state: { exchange } }, next) => {
    const { route, identified } = exchange;
    assertServed(route);
    if (route.isPublic) assertNoFault(identified);
    else assertAllowed(permissions, route, identified);
    return next();
  };

function assertServed({ mounted, route }: CompiledRoute): void {
  const state = mounted.state();
  if (state === 'disabled' && !route.whileDisabled) throw notFound();
  if (state === 'degraded') throw moduleDegraded({ retryAfterSeconds: 30 });
}

/** On a public route a credential that is no good counts as none. */
function assertNoFault({ refusal: why }: Identified): void {
  if (why !== null && !isPlainRefusal(why)) throw why;
}

function assertAllowed(
  permissions: PermissionMap,
  { route }: CompiledRoute,
  { principal, refusal: why }: Identified,
): void {
  if (why !== null) throw why;
  const verdict = decide(permissions, principal, route.access);
  if (!verdict.allowed) throw principal === null ? unauthenticated() : refusal(verdict);
  if (principal === null) return;
  if (isBeyondReach(route, principal)) throw heldToSites();
  permissions.noteUse(principal, verdict);
}
