import { firstExampleItems } from './001-example-items.ts';

export const migrations = [firstExampleItems];
