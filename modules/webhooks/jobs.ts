import { defineCronJob } from '@patchbay/kernel/jobs';
import { LogTrimming } from './services/delivery/log-trimming.ts';
import { BacklogScan } from './services/queue/backlog-scan.ts';

const FAR_BEHIND = 5_000;

/**
 * Every minute, and when a process starts: serves what is due whose process died, and keeps those near the end of the
 * log that rarely match.
 */
export const watchWebhooks = defineCronJob({
  id: 'webhooks.watch',
  cron: '* * * * *',
  atStart: true,
  deps: { catchingUp: BacklogScan },
  run: ({ deps }) => deps.catchingUp.look(FAR_BEHIND),
});

/** Every hour: nothing that a lost notice left behind stays there, and the delivery log stays bounded. */
export const tidyWebhooks = defineCronJob({
  id: 'webhooks.tidy',
  cron: '41 * * * *',
  deps: { catchingUp: BacklogScan, trimming: LogTrimming },
  async run({ deps }) {
    await deps.catchingUp.look(0);
    await deps.trimming.trim();
  },
});
