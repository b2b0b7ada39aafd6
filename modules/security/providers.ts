import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { ROUTE_CATALOG } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { KEY_DIRECTORY } from '@patchbay/module-api-keys/contract';
import {
  ACCOUNTS,
  AUTHORITY,
  FACTORS,
  LOCKOUTS,
  OPEN_SESSIONS,
  PEOPLE,
  TENANTS,
} from '@patchbay/module-identity/contract';
import { WRITE_GATE } from '@patchbay/module-system/contract';
import { AccessExplainer } from './services/access-explainer.ts';
import { AccessSubjects } from './services/access-subjects.ts';
import { LockedAccounts } from './services/locked-accounts.ts';
import { MemberFactors } from './services/member-factors.ts';
import { MemberKeys } from './services/member-keys.ts';
import { MemberSessions } from './services/member-sessions.ts';
import { ResourceFinder } from './services/resource-finder.ts';
import { ResourceVisibility } from './services/resource-visibility.ts';
import { SignInHistory } from './services/sign-in-history.ts';

export const providers: readonly Provider[] = [
  provide(SignInHistory, { database: DATABASE, people: PEOPLE, sessions: OPEN_SESSIONS }),
  provide(LockedAccounts, { database: DATABASE, lockouts: LOCKOUTS, accounts: ACCOUNTS }),
  provide(MemberFactors, { database: DATABASE, accounts: ACCOUNTS, factors: FACTORS }),
  provide(MemberKeys, { database: DATABASE, keys: KEY_DIRECTORY }),
  provide(MemberSessions, { database: DATABASE, sessions: OPEN_SESSIONS, accounts: ACCOUNTS }),
  provide(
    AccessSubjects,
    [DATABASE, ACCOUNTS, TENANTS, AUTHORITY, LOCKOUTS, OPEN_SESSIONS, KEY_DIRECTORY],
    (database, accounts, tenants, authority, lockouts, sessions, keys) =>
      new AccessSubjects({ from: { database, accounts, tenants, authority, lockouts, sessions, keys } }),
  ),
  provide(
    AccessExplainer,
    [DATABASE, PERMISSION_MAP, ROUTE_CATALOG, AccessSubjects, WRITE_GATE, CLOCK],
    (database, permissions, routes, subjects, gate, clock) => {
      const sight = new ResourceVisibility({ database, finder: new ResourceFinder(), clock });
      return new AccessExplainer({ database, permissions, routes, subjects, sight, gate, clock });
    },
  ),
];
