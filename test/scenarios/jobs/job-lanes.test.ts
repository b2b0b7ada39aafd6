import { DATABASE } from '@patchbay/kernel/database';
import { defineJob, JOBS } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import Type from 'typebox';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

/** More than either lane has places for. */
const MANY = 60;
const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
let waiting = 0;
let done = 0;

const asking = defineJob({
  id: 'lanes.asking',
  payload: Type.Object({}),
  lane: 'outside',
  run: async () => {
    waiting += 1;
    await answered;
    done += 1;
  },
});
const working = defineJob({
  id: 'lanes.working',
  payload: Type.Object({}),
  run: async () => {
    done += 1;
  },
});
const lanes = moduleOf(import.meta.filename, {
  id: 'lanes',
  title: 'Lanes',
  jobs: [asking, working],
});

t.test('jobs that wait for silent peers keep no other job from running', async (t) => {
  const harness = await bootPlatform(t, { modules: [lanes] });
  const { organization_id } = await harness.owner();
  const enqueue = (job: typeof asking | typeof working) =>
    harness.get(DATABASE).write(systemPrincipal(organization_id), async (work) => {
      for (let each = 0; each < MANY; each += 1) harness.get(JOBS).enqueue(work, job, {});
    });
  await enqueue(asking);
  await waitFor('the lane to be full', () => waiting >= 32);
  await enqueue(working);
  await waitFor('the others to run', () => done === MANY);
  t.equal(waiting, 32, 'the lane has its bound');
  answer();
  await waitFor('all to have run', () => done === 2 * MANY);
  t.equal(waiting, MANY);
});
