import { forbidden, type PatchbayError } from '../errors/index.ts';
import type { PermissionMap } from './permission-map.ts';
import { isScoped, type Principal } from './principal.ts';
import { type RoleName, roleAtLeast } from './roles.ts';

/** What a route, operation or socket asks of its caller; one of these, always. */
export type Access =
  | { readonly permission: string; readonly role?: RoleName; readonly unscoped?: boolean }
  | { readonly role: RoleName; readonly unscoped?: boolean; readonly permission?: undefined }
  | { readonly anyOf: readonly Access[] }
  | { readonly authenticated: true }
  | { readonly public: string };

/** Why somebody was let in or not; `explain-access` shows it, refusals log it. */
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: string;
}

const yes = (reason: string): Verdict => ({ allowed: true, reason });
const no = (reason: string): Verdict => ({ allowed: false, reason });

/** THE authorization decision. Everything that asks "may this principal?" asks here. */
export function decide(map: PermissionMap, principal: Principal | null, access: Access): Verdict {
  if ('public' in access) return yes(`public: ${access.public}`);
  if (principal === null) return no('no credential');
  if ('authenticated' in access) return yes('authenticated');
  if ('anyOf' in access) {
    const verdicts = access.anyOf.map((each) => decide(map, principal, each));
    return verdicts.find((verdict) => verdict.allowed) ?? no(verdicts.map(({ reason }) => reason).join('; '));
  }
  if (access.unscoped && isScoped(principal)) return no('needs an unscoped credential');
  if (access.role !== undefined) {
    if (!roleAtLeast(principal.role, access.role)) return no(`needs role ${access.role} or above`);
    if (access.permission === undefined)
      return isScoped(principal)
        ? no(`scoped key: role ${access.role} cannot be used through scopes`)
        : yes(`role ${principal.role}`);
  }
  return access.permission === undefined
    ? no('nothing granted')
    : decidePermission(map, principal, access.permission);
}

function decidePermission(map: PermissionMap, principal: Principal, permission: string): Verdict {
  if (!map.roleHolds(principal.role, permission)) return no(`role ${principal.role} lacks ${permission}`);
  if (principal.scopes !== null && !map.scopesHold(principal.scopes, permission))
    return no(`the key's scopes do not cover ${permission}`);
  return yes(`role ${principal.role} holds ${permission}`);
}

/** Throws `kernel.forbidden` unless allowed. */
export function authorize(map: PermissionMap, principal: Principal, access: Access): void {
  const verdict = decide(map, principal, access);
  if (!verdict.allowed) throw refusal(verdict);
}

export const refusal = (verdict: Verdict): PatchbayError =>
  forbidden({ message: `Not allowed: ${verdict.reason}.` });
