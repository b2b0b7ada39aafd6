import type { TablesOf } from '@patchbay/kernel/database';
import { SiteBrain } from './site-brain.ts';

export const entities = [SiteBrain];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
