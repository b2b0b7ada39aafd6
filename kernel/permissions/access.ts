import { forbidden, type PatchbayError } from '../errors/index.ts';
import type { PermissionMap } from './permission-map.ts';
import { isScoped, type Principal } from './principal.ts';
import { type RoleName, roleAtLeast } from './roles.ts';

/** Access that a route, operation or socket requires of its caller; one of these, always. */
export type Access =
  | { readonly permission: string; readonly role?: RoleName; readonly unscoped?: boolean }
  | { readonly role: RoleName; readonly unscoped?: boolean; readonly permission?: undefined }
  | { readonly anyOf: readonly Access[] }
  /** `firstParty`: not through a third-party application, whose scopes no such route asks for. */
  | { readonly authenticated: true; readonly firstParty?: true }
  | { readonly public: string };

/** Everybody for themselves, but never through a scoped key. */
export const oneself = { role: 'guest', unscoped: true } as const;

/** Basis of a verdict: `role` and `scope` also name the role or scope that granted access. */
export type DecidedBy = 'public' | 'credential' | 'role' | 'scope' | 'unscoped';

/** Reason of a decision; `explain-access` shows it, refusals log it. */
export interface Verdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly decided_by: DecidedBy;
  /** Every step in its order, the deciding one last. */
  readonly steps: readonly string[];
  /** The permission that let the principal in, where it was one. */
  readonly permission: string | null;
}

function verdict(
  allowed: boolean,
  decided_by: DecidedBy,
  steps: readonly string[],
  permission: string | null = null,
): Verdict {
  return { allowed, reason: steps.at(-1) ?? '', decided_by, steps, permission };
}

/** THE authorization decision. Everything that asks "may this principal?" asks here. */
export function decide(map: PermissionMap, principal: Principal | null, access: Access): Verdict {
  if ('public' in access) return verdict(true, 'public', [`public: ${access.public}`]);
  if (principal === null) return verdict(false, 'credential', ['no credential']);
  if ('authenticated' in access)
    return access.firstParty && principal.kind === 'oauth2'
      ? verdict(false, 'credential', ['not for third-party applications'])
      : verdict(true, 'credential', ['authenticated']);
  return 'anyOf' in access ? decideAny(map, principal, access.anyOf) : decideAll(map, principal, access);
}

/** Of several refusals the one that came furthest counts: a role that holds, but scopes that do not. */
function decideAny(map: PermissionMap, principal: Principal, choices: readonly Access[]): Verdict {
  const verdicts = choices.map((each) => decide(map, principal, each));
  const steps = verdicts.flatMap((each) => each.steps);
  const granted = verdicts.find(({ allowed }) => allowed);
  if (granted !== undefined) return { ...granted, steps };
  const { decided_by } = verdicts.find((each) => each.decided_by !== 'role') ?? {
    decided_by: 'role' as const,
  };
  return { ...verdict(false, decided_by, steps), reason: verdicts.map(({ reason }) => reason).join('; ') };
}

type Demand = Exclude<
  Access,
  { readonly anyOf: unknown } | { readonly authenticated: true } | { readonly public: string }
>;

function decideAll(
  map: PermissionMap,
  principal: Principal,
  { role, permission, unscoped }: Demand,
): Verdict {
  if (unscoped && isScoped(principal)) return verdict(false, 'unscoped', ['needs an unscoped credential']);
  if (role !== undefined && !roleAtLeast(principal.role, role))
    return verdict(false, 'role', [`needs role ${role} or above`]);
  if (permission !== undefined)
    return decidePermission(map, principal, permission, role === undefined ? [] : [`role ${principal.role}`]);
  if (role === undefined) return verdict(false, 'role', ['nothing granted']);
  return isScoped(principal)
    ? verdict(false, 'unscoped', [`scoped key: role ${role} cannot be used through scopes`])
    : verdict(true, 'role', [`role ${principal.role}`]);
}

function decidePermission(
  map: PermissionMap,
  { role, scopes }: Principal,
  permission: string,
  before: readonly string[],
): Verdict {
  if (!map.roleHolds(role, permission))
    return verdict(false, 'role', [...before, `role ${role} lacks ${permission}`]);
  const held = [...before, `role ${role} holds ${permission}`];
  if (scopes === null) return verdict(true, 'role', held, permission);
  return map.scopesHold(scopes, permission)
    ? verdict(true, 'scope', [...held, `the key's scopes cover ${permission}`], permission)
    : verdict(false, 'scope', [...held, `the key's scopes do not cover ${permission}`]);
}

/** Throws `kernel.forbidden` unless allowed. */
export function authorize(map: PermissionMap, principal: Principal, access: Access): void {
  const given = decide(map, principal, access);
  if (!given.allowed) throw refusal(given);
  map.noteUse(principal, given);
}

export const refusal = ({ reason }: Pick<Verdict, 'reason'>): PatchbayError =>
  forbidden({ message: `Not allowed: ${reason}.` });
