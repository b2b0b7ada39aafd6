import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { PASSWORDS, SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { ATTEMPTS, FACTORS } from '../contract.ts';
import { BackupCodes } from '../services/mfa/backup-codes.ts';
import { MfaEnrolment } from '../services/mfa/enrolment.ts';
import { SecondStep } from '../services/mfa/second-step.ts';
import { TotpCodes } from '../services/mfa/totp-codes.ts';
import { TotpFactors } from '../services/mfa/totp-factors.ts';
import * as own from '../tokens.ts';

export const mfaProviders: readonly Provider[] = [
  provide(own.TOTP_LIBRARY, [], () => () => import('otplib')),
  provide(own.TOTP_CODES, [own.TOTP_LIBRARY, SECRETS, CLOCK], (...deps) => new TotpCodes(...deps)),
  provide(own.TOTP_FACTORS, [SECRETS, CLOCK], (...deps) => new TotpFactors(...deps)),
  provide(own.BACKUP_CODES, [PASSWORDS, SECRETS, CLOCK], (...deps) => new BackupCodes(...deps)),
  provide(
    own.SECOND_STEP,
    [DATABASE, ATTEMPTS, own.TOTP_CODES, own.TOTP_FACTORS, own.BACKUP_CODES],
    (...deps) => new SecondStep(...deps),
  ),
  provide(
    own.MFA_ENROLMENT,
    [
      DATABASE,
      FACTORS,
      own.TOTP_CODES,
      own.TOTP_FACTORS,
      own.BACKUP_CODES,
      own.SECOND_STEP,
      own.OWN_PASSWORD,
    ],
    (...deps) => new MfaEnrolment(...deps),
  ),
];
