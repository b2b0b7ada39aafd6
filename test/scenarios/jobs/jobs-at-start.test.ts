import { defineJob } from '@patchbay/kernel/jobs';
import t from 'tap';
import Type from 'typebox';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

let looks = 0;

const yearly = { payload: Type.Object({}), cron: '0 0 1 1 *', maxAttempts: 1 };
const looking = defineJob({
  ...yearly,
  id: 'starting.look',
  atStart: true,
  run: async () => {
    looks += 1;
  },
});
const resting = defineJob({
  ...yearly,
  id: 'starting.rest',
  run: async () => {
    throw new Error('ran before its time');
  },
});
const starting = moduleOf(import.meta.filename, {
  id: 'starting',
  title: 'Starting',
  jobs: [looking, resting],
});

t.test(
  'a job that looks at what others left behind runs when a process starts, not at its next time',
  async (t) => {
    const first = await bootPlatform(t, { modules: [starting] });
    await waitFor('the look of the first process', () => looks === 1);
    await first.platform.stop();
    await bootPlatform(t, { modules: [starting], databaseUrl: first.databaseUrl });
    await waitFor('the look of the second process', () => looks === 2);
  },
);
