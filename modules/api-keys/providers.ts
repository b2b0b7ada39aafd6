import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide, provideAs } from '@patchbay/kernel/di';
import { MAILER } from '@patchbay/kernel/mail';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { AUTHORITY, PEOPLE } from '@patchbay/module-identity/contract';
import { KEY_DIRECTORY } from './contract.ts';
import { ApiKeys } from './services/api-keys.ts';
import { ExpiryMail } from './services/expiry-mail.ts';
import { ExpiryNotices } from './services/expiry-notices.ts';
import { KeyAuthenticator } from './services/key-authenticator.ts';
import { OrganizationKeys } from './services/organization-keys.ts';
import { ScopeRules } from './services/scope-rules.ts';
import { ScopeUses } from './services/scope-uses.ts';

export const providers: readonly Provider[] = [
  provide(ScopeRules, { permissions: PERMISSION_MAP }),
  provide(ApiKeys, {
    database: DATABASE,
    authority: AUTHORITY,
    secrets: SECRETS,
    rules: ScopeRules,
    clock: CLOCK,
  }),
  provide(KeyAuthenticator, [DATABASE, AUTHORITY, CLOCK], (database, authority, clock) => {
    const authenticator = new KeyAuthenticator(database, authority, clock);
    database.guardWrites((unit) => authenticator.guard(unit));
    return authenticator;
  }),
  provideAs(KEY_DIRECTORY, OrganizationKeys, { people: PEOPLE, authority: AUTHORITY, clock: CLOCK }),
  provide(
    ScopeUses,
    [DATABASE, CLOCK, LOGGER, PERMISSION_MAP],
    (database, clock, logger, permissions) => {
      const uses = new ScopeUses({ database, clock, logger });
      permissions.onUse((principal, permission) => uses.note(principal, permission));
      return uses;
    },
    (uses) => uses.close(),
  ),
  provide(ExpiryNotices, { database: DATABASE, clock: CLOCK, logger: LOGGER }),
  provide(ExpiryMail, { database: DATABASE, people: PEOPLE, mailer: MAILER, logger: LOGGER }),
];
