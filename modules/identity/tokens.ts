import { type Token, token } from '@patchbay/kernel/di';
import type { FoundChange } from './services/email/live-changes.ts';
import type { LoadTotpLibrary } from './services/mfa/totp-codes.ts';
import type { MailedTokens } from './services/passwords/mailed-tokens.ts';
import type { TokenMail } from './services/passwords/token-mail.ts';
import type { FoundReset } from './services/recovery/live-resets.ts';

/** The module's own; others see what stands in `contract.ts`. */
export const TOTP_LIBRARY: Token<LoadTotpLibrary> = token('identity.totp-library');
export const RESET_TOKENS: Token<MailedTokens> = token('identity.reset-tokens');
export const RESET_MAIL: Token<TokenMail<FoundReset>> = token('identity.reset-mail');
export const EMAIL_TOKENS: Token<MailedTokens> = token('identity.email-tokens');
export const EMAIL_CHANGE_MAIL: Token<TokenMail<FoundChange>> = token('identity.email-change-mail');
