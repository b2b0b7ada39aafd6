import type { TablesOf } from '@patchbay/kernel/database';
import { TunnelState } from './tunnel-state.ts';

export const entities = [TunnelState];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
