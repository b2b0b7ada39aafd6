import type { TablesOf } from '@patchbay/kernel/database';
import { SsoIdentity } from './sso-identity.ts';
import { SsoProvider } from './sso-provider.ts';
import { SsoUsedState } from './sso-used-state.ts';

export const entities = [SsoIdentity, SsoProvider, SsoUsedState];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
