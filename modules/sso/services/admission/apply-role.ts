import type { UnitOfWork } from '@patchbay/kernel/database';
import { type RoleName, roleLevel } from '@patchbay/kernel/permissions';
import type { Accounts, UserView } from '@patchbay/module-identity/contract';
import { userUpdated } from '@patchbay/module-organizations/contract';
import type { SignInProvider } from './sign-in-provider.ts';

const ADMIN_LEVEL = 60;

/**
 * Gives a user whom the provider made the role it maps them to now, except that an organization keeps its last
 * administrator. Ends their other sessions when the role changes; answers the role they hold.
 */
export async function applyRole(
  work: UnitOfWork,
  accounts: Accounts,
  { id: provider_id, name }: SignInProvider,
  before: UserView,
  role: RoleName,
): Promise<RoleName> {
  if (role === before.role) return role;
  const steps = roleLevel(before.role) >= ADMIN_LEVEL && roleLevel(role) < ADMIN_LEVEL;
  const stays = steps && (await accounts.countAdmins(work)) <= 1;
  work.audit.record({
    action: stays ? 'sso.role_kept' : 'sso.role_applied',
    target_type: 'user',
    target_id: before.id,
    detail: {
      provider_id,
      provider: name,
      from: before.role,
      to: role,
      ...(stays ? { reason: 'last_admin' } : {}),
    },
  });
  if (stays) return before.role as RoleName;
  const { id: user_id, username, is_active } = await accounts.change(work, before.id, { role });
  work.events.publish(userUpdated, { user_id, username, role, is_active });
  return role;
}
