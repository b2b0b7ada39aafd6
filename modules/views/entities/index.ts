import type { TablesOf } from '@patchbay/kernel/database';
import { SavedView } from './saved-view.ts';

export const entities = [SavedView];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
