import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { PASSWORDS, SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { ATTEMPTS, FACTORS } from '../contract.ts';
import { BackupCodes } from '../services/mfa/backup-codes.ts';
import { MfaEnrolment } from '../services/mfa/mfa-enrolment.ts';
import { SecondStep } from '../services/mfa/second-step.ts';
import { TotpCodes } from '../services/mfa/totp-codes.ts';
import { TotpFactors } from '../services/mfa/totp-factors.ts';
import { OwnPassword } from '../services/passwords/own-password.ts';
import * as own from '../tokens.ts';

export const mfaProviders: readonly Provider[] = [
  provide(own.TOTP_LIBRARY, [], () => () => import('otplib')),
  provide(TotpCodes, { load: own.TOTP_LIBRARY, secrets: SECRETS, clock: CLOCK }),
  provide(TotpFactors, { secrets: SECRETS, clock: CLOCK }),
  provide(BackupCodes, { passwords: PASSWORDS, secrets: SECRETS, clock: CLOCK }),
  provide(SecondStep, {
    database: DATABASE,
    attempts: ATTEMPTS,
    codes: TotpCodes,
    factors: TotpFactors,
    backup: BackupCodes,
  }),
  provide(MfaEnrolment, {
    database: DATABASE,
    factors: FACTORS,
    codes: TotpCodes,
    totp: TotpFactors,
    backup: BackupCodes,
    step: SecondStep,
    password: OwnPassword,
  }),
];
