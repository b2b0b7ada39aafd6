import { type RoleName, roleLevel } from '@patchbay/kernel/permissions';
import type { GrantableRole, RoleRule } from '../../schemas/providers.ts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';

export const isAbove = (role: RoleName, ceiling: RoleName): boolean => roleLevel(role) > roleLevel(ceiling);

/** The value a rule waits for, under either of its names. */
export const wantedValue = ({ claim_value, group }: RoleRule): string | undefined => claim_value ?? group;

type Rules = Pick<SignInProvider, 'kind' | 'role_mapping' | 'default_role' | 'role_ceiling'>;

/** The role a provider gives to members of these groups, never above its ceiling; null refuses the sign-in. */
export function grantedRole(provider: Rules, groups: readonly string[]): GrantableRole | null {
  const fold = provider.kind === 'ldap' ? foldName : (text: string): string => text;
  const held = new Set(groups.map(fold));
  const fitting = provider.role_mapping
    .filter((rule) => held.has(fold(wantedValue(rule) ?? '')))
    .map(({ role }) => role as GrantableRole);
  const highest = fitting.toSorted((one, other) => roleLevel(other) - roleLevel(one))[0];
  const role = highest ?? provider.default_role;
  return role !== null && isAbove(role, provider.role_ceiling) ? provider.role_ceiling : role;
}

/** Directories compare names without regard to case, and to blanks after a comma. */
const foldName = (name: string): string =>
  name
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .join(',');
