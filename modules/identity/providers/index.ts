import { CACHE } from '@patchbay/kernel/cache';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
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
    [CACHE, RevocationEpochs],
    async (...deps) => {
      const notices = new RevocationNotices(...deps);
      await notices.listen();
      return notices;
    },
    (notices) => notices.close(),
  ),
  provide(
    RevocationWatch,
    [DATABASE, RevocationEpochs, CLOCK, LOGGER],
    (...deps) => new RevocationWatch(...deps),
    (alarm) => alarm.close(),
  ),
  provide(UserAuthorities, [DATABASE, RevocationEpochs, RevocationNotices, CLOCK], (database, ...rest) => {
    const authorities = new UserAuthorities(database, ...rest);
    database.guardWrites((unit) => authorities.guard(unit));
    return authorities;
  }),
  provide(AUTHORITY, [UserAuthorities], (authorities) => authorities),
];

const directory: readonly Provider[] = [
  provide(
    PasswordPolicy,
    [IDENTITY_CONFIG],
    ({ PASSWORD_MIN_LENGTH }) => new PasswordPolicy(PASSWORD_MIN_LENGTH, new LeakedPasswords()),
  ),
  provide(
    ACCOUNTS,
    [AUTHORITY, PASSWORDS, PasswordPolicy, EmailNotices],
    (...deps) => new UserAccounts(...deps),
  ),
  provide(TENANTS, [DATABASE, AUTHORITY], (...deps) => new OrganizationRows(...deps)),
  provide(Profiles, [DATABASE, ACCOUNTS, TENANTS, EmailChanges, PERMISSION_MAP]),
  provide(Setup, [DATABASE, ACCOUNTS, TENANTS, SECRETS, KERNEL_CONFIG, SERVES], async (...all) => {
    const [database, accounts, tenants, secrets, config, serves] = all;
    const setup = new Setup(database, accounts, tenants, secrets, config);
    if (serves) await setup.announce((line) => process.stderr.write(`${line}\n`));
    return setup;
  }),
];

const signIn: readonly Provider[] = [
  provide(AccessTokens, [SECRETS, CLOCK, IDENTITY_CONFIG]),
  provide(TokenPairs, [AccessTokens, SECRETS, CLOCK, IDENTITY_CONFIG]),
  provide(Sessions, [DATABASE, AUTHORITY, TokenPairs, CLOCK]),
  provide(TokenRotation, [DATABASE, AUTHORITY, TokenPairs, CLOCK]),
  provide(LoginAttempts, [SECRETS, CLOCK]),
  provide(Memberships, [AUTHORITY, FACTORS]),
  provide(
    SignIn,
    [DATABASE, AUTHORITY, Sessions, ATTEMPTS, PASSWORDS, Memberships, LOGGER],
    (...deps) => new SignIn(...deps),
    (service) => service.close(),
  ),
  provide(
    BruteForceAlarm,
    [DATABASE, LoginAttempts, LOGGER],
    (...deps) => new BruteForceAlarm(...deps),
    (alarm) => alarm.close(),
  ),
  provide(ATTEMPTS, [DATABASE, LoginAttempts, BruteForceAlarm], (...deps) => new CountedAttempts(...deps)),
  provide(FACTORS, [DATABASE, AUTHORITY, SECOND_FACTORS.all], (...deps) => new SecondFactors(...deps)),
  provide(MfaTokens, [SECRETS, CLOCK]),
  provide(
    SIGN_INS,
    [AUTHORITY, Memberships, MfaTokens, Sessions, CSRF_TOKENS],
    (...deps) => new SignInCompletion(...deps),
  ),
  provide(OwnPassword, [DATABASE, PASSWORDS, ATTEMPTS]),
  provide(PasswordChange, [DATABASE, AUTHORITY, PASSWORDS, PasswordPolicy, OwnPassword, CLOCK]),
  provide(Housekeeping, [DATABASE, CLOCK]),
];

const oversight: readonly Provider[] = [
  provide(LOCKOUTS, [LoginAttempts, CLOCK], (...deps) => new UserLockouts(...deps)),
  provide(OPEN_SESSIONS, [AUTHORITY, CLOCK], (...deps) => new OrganizationSessions(...deps)),
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
