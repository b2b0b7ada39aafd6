import type { TablesOf } from '@patchbay/kernel/database';
import { ExampleItem } from './example-item.ts';

export const entities = [ExampleItem];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
