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
import { LeakedPasswords } from '../services/passwords/leaked-passwords.ts';
import { OwnPassword } from '../services/passwords/own-password.ts';
import { PasswordChange } from '../services/passwords/password-change.ts';
import { PasswordPolicy } from '../services/passwords/password-policy.ts';
import { UserAccounts } from '../services/people/accounts.ts';
import { Housekeeping } from '../services/people/housekeeping.ts';
import { NamedPeople } from '../services/people/people.ts';
import { Profiles } from '../services/people/profiles.ts';
import { Setup } from '../services/people/setup.ts';
import { Standings } from '../services/people/standings.ts';
import { OrganizationRows } from '../services/people/tenants.ts';
import { UserAuthorities } from '../services/revocation/authority.ts';
import { RevocationEpochs } from '../services/revocation/revocation-epochs.ts';
import { RevocationNotices } from '../services/revocation/revocation-notices.ts';
import { RevocationWatch } from '../services/revocation/revocation-watch.ts';
import { CountedAttempts } from '../services/sign-in/counted-attempts.ts';
import { GuessWatch } from '../services/sign-in/guess-watch.ts';
import { UserLockouts } from '../services/sign-in/lockouts.ts';
import { LoginAttempts } from '../services/sign-in/login-attempts.ts';
import { MfaTokens } from '../services/sign-in/mfa-tokens.ts';
import { SecondFactors } from '../services/sign-in/second-factors.ts';
import { SignIn } from '../services/sign-in/sign-in.ts';
import { SignInDesk } from '../services/sign-in/sign-in-desk.ts';
import { AccessTokens } from '../services/tokens/access-tokens.ts';
import { OrganizationSessions } from '../services/tokens/open-sessions.ts';
import { Sessions } from '../services/tokens/sessions.ts';
import { TokenPairs } from '../services/tokens/token-pair.ts';
import { TokenRotation } from '../services/tokens/token-rotation.ts';
import * as own from '../tokens.ts';
import { mfaProviders } from './mfa.ts';
import { proofProviders } from './proof.ts';
import { recoveryProviders } from './recovery.ts';

const authority: readonly Provider[] = [
  provide(own.REVOCATION_EPOCHS, [], () => new RevocationEpochs()),
  provide(
    own.REVOCATION_NOTICES,
    [CACHE, own.REVOCATION_EPOCHS],
    async (...deps) => {
      const notices = new RevocationNotices(...deps);
      await notices.listen();
      return notices;
    },
    (notices) => notices.close(),
  ),
  provide(
    own.REVOCATION_WATCH,
    [DATABASE, own.REVOCATION_EPOCHS, CLOCK, LOGGER],
    (...deps) => new RevocationWatch(...deps),
    (watch) => watch.close(),
  ),
  provide(
    own.USER_AUTHORITIES,
    [DATABASE, own.REVOCATION_EPOCHS, own.REVOCATION_NOTICES, CLOCK],
    (database, ...rest) => {
      const authorities = new UserAuthorities(database, ...rest);
      database.guardWrites((unit) => authorities.guard(unit));
      return authorities;
    },
  ),
  provide(AUTHORITY, [own.USER_AUTHORITIES], (authorities) => authorities),
];

const directory: readonly Provider[] = [
  provide(
    own.PASSWORD_POLICY,
    [IDENTITY_CONFIG],
    ({ PASSWORD_MIN_LENGTH }) => new PasswordPolicy(PASSWORD_MIN_LENGTH, new LeakedPasswords()),
  ),
  provide(
    ACCOUNTS,
    [AUTHORITY, PASSWORDS, own.PASSWORD_POLICY, own.EMAIL_NOTICES],
    (...deps) => new UserAccounts(...deps),
  ),
  provide(TENANTS, [DATABASE, AUTHORITY], (...deps) => new OrganizationRows(...deps)),
  provide(
    own.PROFILES,
    [DATABASE, ACCOUNTS, TENANTS, own.EMAIL_CHANGES, PERMISSION_MAP],
    (...deps) => new Profiles(...deps),
  ),
  provide(own.SETUP, [DATABASE, ACCOUNTS, TENANTS, SECRETS, KERNEL_CONFIG, SERVES], async (...all) => {
    const [database, accounts, tenants, secrets, config, serves] = all;
    const setup = new Setup(database, accounts, tenants, secrets, config);
    if (serves) await setup.announce((line) => process.stderr.write(`${line}\n`));
    return setup;
  }),
];

const signIn: readonly Provider[] = [
  provide(own.ACCESS_TOKENS, [SECRETS, CLOCK, IDENTITY_CONFIG], (...deps) => new AccessTokens(...deps)),
  provide(
    own.TOKEN_PAIRS,
    [own.ACCESS_TOKENS, SECRETS, CLOCK, IDENTITY_CONFIG],
    (...deps) => new TokenPairs(...deps),
  ),
  provide(own.SESSIONS, [DATABASE, AUTHORITY, own.TOKEN_PAIRS, CLOCK], (...deps) => new Sessions(...deps)),
  provide(
    own.TOKEN_ROTATION,
    [DATABASE, AUTHORITY, own.TOKEN_PAIRS, CLOCK],
    (...deps) => new TokenRotation(...deps),
  ),
  provide(own.LOGIN_ATTEMPTS, [SECRETS, CLOCK], (...deps) => new LoginAttempts(...deps)),
  provide(own.STANDINGS, [AUTHORITY, FACTORS], (...deps) => new Standings(...deps)),
  provide(
    own.SIGN_IN,
    [DATABASE, AUTHORITY, own.SESSIONS, ATTEMPTS, PASSWORDS, own.STANDINGS, LOGGER],
    (...deps) => new SignIn(...deps),
    (service) => service.close(),
  ),
  provide(
    own.GUESS_WATCH,
    [DATABASE, own.LOGIN_ATTEMPTS, LOGGER],
    (...deps) => new GuessWatch(...deps),
    (watch) => watch.close(),
  ),
  provide(
    ATTEMPTS,
    [DATABASE, own.LOGIN_ATTEMPTS, own.GUESS_WATCH],
    (...deps) => new CountedAttempts(...deps),
  ),
  provide(FACTORS, [DATABASE, AUTHORITY, SECOND_FACTORS.all], (...deps) => new SecondFactors(...deps)),
  provide(own.MFA_TOKENS, [SECRETS, CLOCK], (...deps) => new MfaTokens(...deps)),
  provide(
    SIGN_INS,
    [AUTHORITY, own.STANDINGS, own.MFA_TOKENS, own.SESSIONS, CSRF_TOKENS],
    (...deps) => new SignInDesk(...deps),
  ),
  provide(own.OWN_PASSWORD, [DATABASE, PASSWORDS, ATTEMPTS], (...deps) => new OwnPassword(...deps)),
  provide(
    own.PASSWORD_CHANGE,
    [DATABASE, AUTHORITY, PASSWORDS, own.PASSWORD_POLICY, own.OWN_PASSWORD, CLOCK],
    (...deps) => new PasswordChange(...deps),
  ),
  provide(own.HOUSEKEEPING, [DATABASE, CLOCK], (...deps) => new Housekeeping(...deps)),
];

const oversight: readonly Provider[] = [
  provide(LOCKOUTS, [own.LOGIN_ATTEMPTS, CLOCK], (...deps) => new UserLockouts(...deps)),
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
