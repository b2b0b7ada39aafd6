import { apiKeys } from './001-api-keys.ts';
import { scopeUses } from './002-scope-uses.ts';

export const migrations = [apiKeys, scopeUses];
