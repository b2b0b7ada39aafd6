import type { TablesOf } from '@patchbay/kernel/database';
import { Passkey } from './passkey.ts';
import { PasskeyHandle } from './passkey-handle.ts';
import { UsedChallenge } from './used-challenge.ts';

export const entities = [Passkey, PasskeyHandle, UsedChallenge];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
