import { type Suggestion, useRead, useSession } from '@patchbay/console-kit';
import { useMemo } from 'react';
import { routeSuggestions } from './route-suggestions.ts';

const METADATA = '/oauth2/.well-known/oauth-authorization-server';

/** Permissions of the platform, as far as they can be listed. */
export function usePermissionSuggestions(): readonly Suggestion[] {
  const { me, mayCall } = useSession();
  const { data } = useRead(METADATA, {}, { enabled: mayCall('GET', METADATA) });
  const known = data?.scopes_supported ?? me.permissions.filter((permission) => permission !== '*');
  return known.map((value) => ({ value }));
}

/** Routes of the API document; production serves none, and then the id is typed. */
export function useRouteSuggestions(): readonly Suggestion[] {
  const { data } = useRead('/openapi.json', { query: { named: false, usual_errors: false } });
  return useMemo(() => routeSuggestions(data), [data]);
}
