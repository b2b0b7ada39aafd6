import type { TablesOf } from '@patchbay/kernel/database';
import { ChainAlarm } from './chain-alarm.ts';

export const entities = [ChainAlarm];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
