import { useRead, useSession } from '@patchbay/console-kit';

/** Permissions that the user may put on a key. Super administrators hold all, which only the metadata lists. */
export function useGrantablePermissions(): readonly string[] {
  const { me, may, mayCall } = useSession();
  const path = '/oauth2/.well-known/oauth-authorization-server';
  const holdsAll = me.permissions.includes('*');
  const { data } = useRead(path, {}, { enabled: holdsAll && mayCall('GET', path) });
  return holdsAll ? (data?.scopes_supported ?? []).filter(may) : me.permissions;
}
