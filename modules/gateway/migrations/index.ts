import { gateway001 } from './001-orchestration.ts';

export const migrations = [gateway001];
