import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { device, pretendedModule, type Registered, registered, synced } from './support/pretended.ts';

const harness = await bootPlatform(t, { modules: [pretendedModule] });
const owner = await harness.owner();
/** More than there are places for controllers that failed. */
const HANGING = 12;

const askAll = async (controllers: readonly Registered[]) => {
  const controller_ids = controllers.map(({ id }) => id);
  await harness.call('POST', '/controllers/sync', { as: owner, body: { controller_ids } });
};
const lastOf = async ({ id }: Registered) =>
  (await harness.call('GET', `/controllers/${id}/syncs`, { as: owner })).body.items[0];
const ended = (controllers: readonly Registered[]) =>
  waitFor(
    'the syncs to end',
    async () => {
      const syncs = await Promise.all(controllers.map(lastOf));
      return syncs.every(({ finished_at }) => finished_at !== null) ? syncs : null;
    },
    { timeoutMs: 40_000, everyMs: 200 },
  );

t.test('however many controllers hang, one that answers is read', async (t) => {
  const good = await registered(harness, owner, 'Good');
  good.controller.devices = [device('a')];
  const bad: Registered[] = [];
  for (let each = 0; each < HANGING; each += 1) bad.push(await registered(harness, owner, `Bad ${each}`));
  for (const { controller } of bad) controller.failure = new AdapterError('adapter_timeout', 'unknown', 'no');
  await askAll(bad);
  await ended(bad);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (const { controller } of bad) {
    controller.failure = null;
    controller.reads = 0;
    controller.afterRead = () => released;
  }
  await askAll(bad);
  const contacted = () => bad.filter(({ controller }) => controller.reads > 0).length;
  await waitFor('some to be contacted', () => contacted() >= 8);
  t.match(await synced(harness, owner, good.id), { status: 'succeeded', created: 1 });
  t.equal(contacted(), 8, 'what failed before has few places');
  release();
  const syncs = await ended(bad);
  t.ok(
    syncs.every(({ status }) => status === 'succeeded'),
    'those that found no place are read later',
  );
  t.equal(contacted(), HANGING);
});
