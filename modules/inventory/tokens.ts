import { type Token, token } from '@patchbay/kernel/di';
import type { SyncSchedule } from './services/syncs/sync-schedule.ts';

/** A token, so that scenarios may let a round pass without waiting for it. */
export const SYNC_SCHEDULE: Token<SyncSchedule> = token('inventory.sync-schedule');
