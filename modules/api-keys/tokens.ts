import { type Token, token } from '@patchbay/kernel/di';
import type { ApiKeys } from './services/api-keys.ts';
import type { ExpiryMail } from './services/expiry-mail.ts';
import type { ExpiryNotices } from './services/expiry-notices.ts';
import type { KeyAuthenticator } from './services/key-authenticator.ts';
import type { ScopeUses } from './services/scope-uses.ts';

export const API_KEYS: Token<ApiKeys> = token('api-keys.keys');
export const KEY_AUTHENTICATOR: Token<KeyAuthenticator> = token('api-keys.authenticator');
export const SCOPE_USES: Token<ScopeUses> = token('api-keys.scope-uses');
export const EXPIRY_NOTICES: Token<ExpiryNotices> = token('api-keys.expiry-notices');
export const EXPIRY_MAIL: Token<ExpiryMail> = token('api-keys.expiry-mail');
