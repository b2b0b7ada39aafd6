import { CACHE } from '@patchbay/kernel/cache';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide, provideAs } from '@patchbay/kernel/di';
import { CSRF_TOKENS } from '@patchbay/kernel/http';
import { SERVES } from '@patchbay/kernel/modules';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { PASSWORDS, SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { IDENTITY_CONFIG } from '../config.ts';
import { LOCKOUTS } from '../contract/lockouts.ts';
import { OPEN_SESSIONS } from '../contract/open-sessions.ts';
import { PEOPLE } from '../contract/people.ts';
import { ACCOUNTS, ATTEMPTS, AUTHORITY, FACTORS, SECOND_FACTORS, SIGN_INS, TENANTS } from '../contract.ts';
import { EmailChanges } from '../services/email/email-changes.ts';
import { EmailNotices } from '../services/email/email-notices.ts';
import { LeakedPasswords } from '../services/passwords/leaked-passwords.ts';
import { OwnPassword } from '../services/passwords/own-password.ts';
import { PasswordChange } from '../services/passwords/password-change.ts';
import { PasswordPolicy } from '../services/passwords/password-policy.ts';
import { Housekeeping } from '../services/people/housekeeping.ts';
import { Memberships } from '../services/people/memberships.ts';
import { NamedPeople } from '../services/people/named-people.ts';
import { OrganizationRows } from '../services/people/organization-rows.ts';
import { Profiles } from '../services/people/profiles.ts';
import { Setup } from '../services/people/setup.ts';
import { UserAccounts } from '../services/people/user-accounts.ts';
import { RevocationEpochs } from '../services/revocation/revocation-epochs.ts';
import { RevocationNotices } from '../services/revocation/revocation-notices.ts';
import { RevocationWatch } from '../services/revocation/revocation-watch.ts';
import { UserAuthorities } from '../services/revocation/user-authorities.ts';
import { BruteForceAlarm } from '../services/sign-in/brute-force-alarm.ts';
import { CountedAttempts } from '../services/sign-in/counted-attempts.ts';
import { LoginAttempts } from '../services/sign-in/login-attempts.ts';
import { MfaTokens } from '../services/sign-in/mfa-tokens.ts';
import { SecondFactors } from '../services/sign-in/second-factors.ts';
import { SignIn } from '../services/sign-in/sign-in.ts';
import { SignInCompletion } from '../services/sign-in/sign-in-completion.ts';
import { UserLockouts } from '../services/sign-in/user-lockouts.ts';
import { AccessTokens } from '../services/tokens/access-tokens.ts';
import { OrganizationSessions } from '../services/tokens/organization-sessions.ts';
import { Sessions } from '../services/tokens/sessions.ts';
import { TokenPairs } from '../services/tokens/token-pairs.ts';
import { TokenRotation } from '../services/tokens/token-rotation.ts';
import { mfaProviders } from './mfa.ts';
import { proofProviders } from './proof.ts';
import { recoveryProviders } from './recovery.ts';

const authority: readonly Provider[] = [
  provide(RevocationEpochs, []),
  provide(
    RevocationNotices,
    { cache: CACHE, epochs: RevocationEpochs },
    async (parts) => {
      const notices = new RevocationNotices(parts);
      await notices.listen();
      return notices;
    },
    (notices) => notices.close(),
  ),
  provide(
    RevocationWatch,
    { database: DATABASE, epochs: RevocationEpochs, clock: CLOCK, logger: LOGGER },
    (parts) => new RevocationWatch(parts),
    (alarm) => alarm.close(),
  ),
  provide(
    UserAuthorities,
    { database: DATABASE, epochs: RevocationEpochs, notices: RevocationNotices, clock: CLOCK },
    (parts) => {
      const authorities = new UserAuthorities(parts);
      parts.database.guardWrites((unit) => authorities.guard(unit));
      return authorities;
    },
  ),
  provide(AUTHORITY, [UserAuthorities], (authorities) => authorities),
];

const directory: readonly Provider[] = [
  provide(
    PasswordPolicy,
    [IDENTITY_CONFIG],
    ({ PASSWORD_MIN_LENGTH }) =>
      new PasswordPolicy({ minLength: PASSWORD_MIN_LENGTH, leaked: new LeakedPasswords() }),
  ),
  provideAs(ACCOUNTS, UserAccounts, {
    authority: AUTHORITY,
    passwords: PASSWORDS,
    policy: PasswordPolicy,
    notices: EmailNotices,
  }),
  provideAs(TENANTS, OrganizationRows, { database: DATABASE, authority: AUTHORITY }),
  provide(Profiles, {
    database: DATABASE,
    accounts: ACCOUNTS,
    tenants: TENANTS,
    emails: EmailChanges,
    permissions: PERMISSION_MAP,
  }),
  provide(
    Setup,
    {
      database: DATABASE,
      accounts: ACCOUNTS,
      tenants: TENANTS,
      secrets: SECRETS,
      config: KERNEL_CONFIG,
      serves: SERVES,
    },
    async ({ serves, ...parts }) => {
      const setup = new Setup(parts);
      if (serves) await setup.announce((line) => process.stderr.write(`${line}\n`));
      return setup;
    },
  ),
];

const signIn: readonly Provider[] = [
  provide(AccessTokens, [SECRETS, CLOCK, IDENTITY_CONFIG]),
  provide(TokenPairs, { tokens: AccessTokens, secrets: SECRETS, clock: CLOCK, config: IDENTITY_CONFIG }),
  provide(Sessions, { database: DATABASE, authority: AUTHORITY, pairs: TokenPairs, clock: CLOCK }),
  provide(TokenRotation, { database: DATABASE, authority: AUTHORITY, pairs: TokenPairs, clock: CLOCK }),
  provide(LoginAttempts, [SECRETS, CLOCK]),
  provide(Memberships, { authority: AUTHORITY, factors: FACTORS }),
  provide(
    SignIn,
    {
      database: DATABASE,
      authority: AUTHORITY,
      sessions: Sessions,
      attempts: ATTEMPTS,
      passwords: PASSWORDS,
      standings: Memberships,
      logger: LOGGER,
    },
    (parts) => new SignIn(parts),
    (service) => service.close(),
  ),
  provide(
    BruteForceAlarm,
    { database: DATABASE, attempts: LoginAttempts, logger: LOGGER },
    (parts) => new BruteForceAlarm(parts),
    (alarm) => alarm.close(),
  ),
  provideAs(ATTEMPTS, CountedAttempts, {
    database: DATABASE,
    attempts: LoginAttempts,
    watch: BruteForceAlarm,
  }),
  provideAs(FACTORS, SecondFactors, { database: DATABASE, authority: AUTHORITY, kinds: SECOND_FACTORS.all }),
  provide(MfaTokens, [SECRETS, CLOCK]),
  provideAs(SIGN_INS, SignInCompletion, {
    authority: AUTHORITY,
    standings: Memberships,
    tokens: MfaTokens,
    sessions: Sessions,
    csrf: CSRF_TOKENS,
  }),
  provide(OwnPassword, { database: DATABASE, passwords: PASSWORDS, attempts: ATTEMPTS }),
  provide(PasswordChange, {
    database: DATABASE,
    authority: AUTHORITY,
    passwords: PASSWORDS,
    policy: PasswordPolicy,
    own: OwnPassword,
    clock: CLOCK,
  }),
  provide(Housekeeping, { database: DATABASE, clock: CLOCK }),
];

const oversight: readonly Provider[] = [
  provideAs(LOCKOUTS, UserLockouts, { attempts: LoginAttempts, clock: CLOCK }),
  provideAs(OPEN_SESSIONS, OrganizationSessions, { authority: AUTHORITY, clock: CLOCK }),
  provide(PEOPLE, [], () => new NamedPeople()),
];

export const providers: readonly Provider[] = [
  ...authority,
  ...directory,
  ...signIn,
  ...mfaProviders,
  ...recoveryProviders,
  ...proofProviders,
  ...oversight,
];
