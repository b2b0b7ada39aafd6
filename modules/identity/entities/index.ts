import type { TablesOf } from '@patchbay/kernel/database';
import { AuthorityChange } from './authority-change.ts';
import { BackupCode } from './backup-code.ts';
import { EmailChange } from './email-change.ts';
import { LoginAttempt } from './login-attempt.ts';
import { Organization } from './organization.ts';
import { PasswordReset } from './password-reset.ts';
import { RefreshToken } from './refresh-token.ts';
import { Session } from './session.ts';
import { SetupCompletion } from './setup-completion.ts';
import { TotpFactor } from './totp-factor.ts';
import { User } from './user.ts';

export const entities = [
  AuthorityChange,
  BackupCode,
  EmailChange,
  LoginAttempt,
  Organization,
  PasswordReset,
  RefreshToken,
  Session,
  SetupCompletion,
  TotpFactor,
  User,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
