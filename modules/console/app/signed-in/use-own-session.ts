import { call, type Farewell, holds, type Profile, type Session, useRead } from '@patchbay/console-kit';
import { useEffect, useMemo, useState } from 'react';

/** Modules are switched on and off while people work. */
const ACCESS_EVERY_MS = 20_000;

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

export interface SessionEnds {
  /** Called after signing out. */
  ended(): void;
  /** Called after a write that ended the session. */
  end(farewell: Farewell): void;
}

/** Pages and routes open to the caller: the platform decides, the console only leaves the rest out. */
export function useOwnSession(first: Profile, { ended, end }: SessionEnds): Session {
  const [me, setMe] = useState(first);
  const { data: access } = useRead('/console/access', {}, { everyMs: ACCESS_EVERY_MS });
  const role = access?.roles[0];
  // A role changes without the user, and so does the demand for a second factor, which leaves the lowest one.
  useEffect(() => {
    if (role !== undefined)
      call('GET', '/auth/me', {}).then(
        ({ data }) => setMe(data),
        () => undefined,
      );
  }, [role]);
  return useMemo((): Session => {
    const routes = new Set(access?.routes ?? []);
    const may = (permission: string) => holds(me.permissions, permission);
    return {
      me,
      isReady: access !== undefined,
      may,
      mayCall: (method, path) => routes.has(`${method} ${path}`),
      sees: ({ permission, role, needs }, module_id) => {
        if (access === undefined) return false;
        const permissions = listOf(permission);
        const modules = [...listOf(module_id), ...listOf(needs)];
        return (
          modules.every((id) => access.modules.includes(id)) &&
          (role === undefined || access.roles.includes(role)) &&
          (permissions.length === 0 || permissions.some(may))
        );
      },
      signOut: async () => {
        await call('POST', '/auth/logout', {}).catch(() => undefined);
        ended();
      },
      end,
      reload: async () => setMe((await call('GET', '/auth/me', {})).data),
    };
  }, [me, access, ended, end]);
}
