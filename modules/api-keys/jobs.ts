import { defineCronJob, defineJob, JOBS } from '@patchbay/kernel/jobs';
import Type from 'typebox';
import { ExpiryMail } from './services/expiry-mail.ts';
import { ExpiryNotices } from './services/expiry-notices.ts';

export const mailExpiry = defineJob({
  id: 'api-keys.mail_expiry',
  payload: Type.Object({
    organization_id: Type.String({ format: 'uuid' }),
    key_id: Type.String({ format: 'uuid' }),
    within_days: Type.Integer(),
  }),
  maxAttempts: 10,
  deps: { mail: ExpiryMail },
  run: ({ payload, deps }) => deps.mail.send(payload),
});

export const noticeExpiry = defineCronJob({
  id: 'api-keys.notice_expiry',
  cron: '41 6 * * *',
  deps: { notices: ExpiryNotices, jobs: JOBS },
  run: async ({ deps, signal }) => {
    await deps.notices.run(
      (work, mail) => deps.jobs.enqueue(work, mailExpiry, { organization_id: work.organization_id, ...mail }),
      signal,
    );
  },
});
