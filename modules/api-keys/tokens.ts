import { type Token, token } from '@patchbay/kernel/di';
import type { ApiKeys } from './services/api-keys.ts';
import type { KeyAuthenticator } from './services/key-authenticator.ts';

export const API_KEYS: Token<ApiKeys> = token('api-keys.keys');
export const KEY_AUTHENTICATOR: Token<KeyAuthenticator> = token('api-keys.authenticator');
