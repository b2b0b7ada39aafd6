import type { TablesOf } from '@patchbay/kernel/database';
import { ApiKey } from './api-key.ts';
import { ApiKeyScopeUse } from './api-key-scope-use.ts';

export const entities = [ApiKey, ApiKeyScopeUse];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
