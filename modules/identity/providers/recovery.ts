import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { MAILER } from '@patchbay/kernel/mail';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { IDENTITY_CONFIG } from '../config.ts';
import { ACCOUNTS, AUTHORITY, TENANTS } from '../contract.ts';
import { sendResetMail } from '../jobs/accounts.ts';
import { MailedTokens } from '../services/passwords/mailed-tokens.ts';
import { TokenMail } from '../services/passwords/token-mail.ts';
import { Registration } from '../services/people/registration.ts';
import { PasswordReset } from '../services/recovery/password-reset.ts';
import { resetMail } from '../services/recovery/reset-mail.ts';
import { ResetRequests } from '../services/recovery/reset-requests.ts';
import * as own from '../tokens.ts';

export const recoveryProviders: readonly Provider[] = [
  provide(own.RESET_TOKENS, [SECRETS], (secrets) => new MailedTokens(secrets, 'password-reset')),
  provide(
    ResetRequests,
    [DATABASE, JOBS, CLOCK, LOGGER],
    (database, jobs, clock, logger) =>
      new ResetRequests({
        database,
        enqueue: (work, order) => jobs.enqueue(work, sendResetMail, order),
        clock,
        logger,
      }),
    (requests) => requests.close(),
  ),
  provide(
    own.RESET_MAIL,
    { database: DATABASE, mailer: MAILER, tokens: own.RESET_TOKENS, clock: CLOCK, logger: LOGGER },
    (parts) => new TokenMail({ kind: resetMail, ...parts }),
  ),
  provide(PasswordReset, {
    database: DATABASE,
    accounts: ACCOUNTS,
    authority: AUTHORITY,
    tokens: own.RESET_TOKENS,
    clock: CLOCK,
  }),
  provide(
    Registration,
    [DATABASE, ACCOUNTS, TENANTS, IDENTITY_CONFIG],
    (database, accounts, tenants, config) =>
      new Registration({ database, accounts, tenants, isOpen: config.ALLOW_REGISTRATION }),
  ),
];
