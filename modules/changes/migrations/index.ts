import { createChanges } from './001-changes.ts';

export const migrations = [createChanges];
