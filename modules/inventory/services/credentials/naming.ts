import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { credentialNotBound } from '../../errors.ts';

const access = { permission: 'settings:write' } as const;

/** Whether the principal may name the destination of a stored secret, which takes the right to write credentials. */
export const mayName = (permissions: PermissionMap, principal: Principal): boolean =>
  decide(permissions, principal, access).allowed;

/** Throws `inventory.credential_not_bound` where a credential is named without the right. */
export function authorizeNaming(
  permissions: PermissionMap,
  principal: Principal,
  credential_id: string | null | undefined,
): void {
  if (!credential_id) return;
  const verdict = decide(permissions, principal, access);
  if (!verdict.allowed) throw credentialNotBound();
  permissions.noteUse(principal, verdict);
}
