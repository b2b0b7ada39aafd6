import type { TablesOf } from '@patchbay/kernel/database';
import { Alert } from './alert.ts';

export const entities = [Alert];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
