import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { JOBS } from '@patchbay/kernel/jobs';
import { MAILER } from '@patchbay/kernel/mail';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { PROOFS } from '../contract/proofs.ts';
import { ACCOUNTS } from '../contract.ts';
import { sendEmailChange, sendEmailNotice } from '../jobs/email.ts';
import { emailChangeMail } from '../services/email/email-change-mail.ts';
import { EmailChanges } from '../services/email/email-changes.ts';
import { EmailConfirmation } from '../services/email/email-confirmation.ts';
import { EmailNotices } from '../services/email/email-notices.ts';
import { SecondStep } from '../services/mfa/second-step.ts';
import { MailedTokens } from '../services/passwords/mailed-tokens.ts';
import { OwnPassword } from '../services/passwords/own-password.ts';
import { TokenMail } from '../services/passwords/token-mail.ts';
import { Reauthentication } from '../services/proofs/reauthentication.ts';
import { SessionProofs } from '../services/proofs/session-proofs.ts';
import * as own from '../tokens.ts';

export const proofProviders: readonly Provider[] = [
  provide(SessionProofs, { database: DATABASE }),
  provide(PROOFS, [SessionProofs], (proofs) => proofs),
  provide(Reauthentication, { database: DATABASE, password: OwnPassword, step: SecondStep, proofs: PROOFS }),
  provide(own.EMAIL_TOKENS, [SECRETS], (secrets) => new MailedTokens(secrets, 'email-change')),
  provide(
    EmailNotices,
    [JOBS, MAILER, LOGGER],
    (jobs, mailer, logger) =>
      new EmailNotices({
        enqueue: (work, notice) => jobs.enqueue(work, sendEmailNotice, notice),
        mailer,
        logger,
      }),
  ),
  provide(
    EmailChanges,
    [DATABASE, JOBS, EmailNotices, CLOCK],
    (database, jobs, notices, clock) =>
      new EmailChanges({
        database,
        enqueue: (work, order) => jobs.enqueue(work, sendEmailChange, order),
        notices,
        clock,
      }),
  ),
  provide(
    own.EMAIL_CHANGE_MAIL,
    { database: DATABASE, mailer: MAILER, tokens: own.EMAIL_TOKENS, clock: CLOCK, logger: LOGGER },
    (parts) => new TokenMail({ kind: emailChangeMail, ...parts }),
  ),
  provide(EmailConfirmation, {
    database: DATABASE,
    accounts: ACCOUNTS,
    tokens: own.EMAIL_TOKENS,
    clock: CLOCK,
  }),
];
