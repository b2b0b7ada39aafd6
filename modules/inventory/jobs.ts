import { defineCronJob, defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { DeviceHistories } from './services/devices/device-histories.ts';
import { SyncRunner } from './services/syncs/sync-runner.ts';
import { SYNC_SCHEDULE } from './tokens.ts';

const MAX_ATTEMPTS = 5;
const Id = Type.String({ format: 'uuid' });

/** Reads one controller; run twice, the second finds nothing changed. */
export const syncController = defineJob({
  id: 'inventory.sync-controller',
  payload: Type.Object({ organization_id: Id, controller_id: Id, sync_id: Id }),
  maxAttempts: MAX_ATTEMPTS,
  lane: 'outside',
  deps: { runner: SyncRunner },
  run: ({ payload, deps, signal, attempt }) =>
    deps.runner.run(payload, signal, { isFirst: attempt === 1, isLast: attempt >= MAX_ATTEMPTS }),
});

/** Asks for a sync of every controller that is due, spread over the time until the next tick; runs in one process. */
export const scheduleSyncs = defineCronJob({
  id: 'inventory.schedule-syncs',
  cron: '* * * * *',
  deps: { schedule: SYNC_SCHEDULE },
  run: ({ deps, signal }) => deps.schedule.tick(signal),
});

/** Every hour: device history of more than a year ago is removed. */
export const trimHistory = defineCronJob({
  id: 'inventory.trim-history',
  cron: '37 * * * *',
  deps: { histories: DeviceHistories },
  run: ({ deps, signal }) => deps.histories.trim(signal),
});
