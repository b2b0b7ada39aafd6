import { useRead, useSession } from '@patchbay/console-kit';

const METADATA = '/oauth2/.well-known/oauth-authorization-server';

/** Permissions of the platform, as far as they can be listed: all by the metadata, else those of the viewer. */
export function useKnownPermissions(): readonly string[] {
  const { me, mayCall } = useSession();
  const { data } = useRead(METADATA, {}, { enabled: mayCall('GET', METADATA) });
  return data?.scopes_supported ?? me.permissions.filter((permission) => permission !== '*');
}
