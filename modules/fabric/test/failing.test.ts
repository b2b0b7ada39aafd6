import { bootPlatform, cloneDatabase, type Harness, type Person, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { connect, finished, logs, publish, runsOf } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

const MOST = 20;
const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;

const pausesOf = async (harness: Harness, as: Person, id: string) => {
  const { body } = await harness.call('GET', '/events?event_type=fabric.connection.paused', { as });
  return body.items.filter(
    ({ payload }: { payload: { connection_id: string } }) => payload.connection_id === id,
  );
};
const shown = async (harness: Harness, as: Person, id: string) =>
  (await harness.call('GET', `/fabric/connections/${id}`, { as })).body;
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

t.test('a Connection that only fails', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const owner = await harness.owner();
  const bad = {};
  const good = { x: '200' };
  const kinds = {
    'whose runs end at once': logs('{{trigger.payload.x}}'),
    'whose runs have effects': {
      operation_id: 'fabric.webhook',
      params: { url: `${sink.url}/status/{{trigger.payload.x}}` },
    },
  };
  for (const [kind, step] of Object.entries(kinds))
    await t.test(kind, async (t) => {
      const id = await connect(harness, owner, { steps: [step], mode: 'queued' });
      let count = 0;
      const send = async (payloads: readonly object[]) => {
        await publish(
          harness,
          owner.organization_id,
          payloads.map((payload) => ({ ...payload })),
        );
        count += payloads.length;
        await waitFor('the runs', async () => {
          const { total, items } = await runsOf(harness, owner, id, '?limit=200');
          return total >= count && items.every(({ finished_at }: { finished_at: unknown }) => finished_at);
        });
      };
      await send([...times(MOST - 1, bad), good, ...times(MOST - 1, bad)]);
      t.match(await shown(harness, owner, id), { paused_reason: null, failures_in_a_row: MOST - 1 });
      t.same(await pausesOf(harness, owner, id), []);
      await send([bad]);
      await waitFor('the pause', async () => (await shown(harness, owner, id)).paused_reason);
      t.match(await shown(harness, owner, id), { paused_reason: 'failing', failures_in_a_row: MOST });
      const [told, ...more] = await waitFor('its event', async () => {
        const events = await pausesOf(harness, owner, id);
        return events.length > 0 ? events : null;
      });
      t.match(told.payload, { reason: 'failing', author_id: owner.user_id, connection_id: id });
      t.same(more, []);
      const resumed = await harness.call('PATCH', `/fabric/connections/${id}`, {
        as: owner,
        body: { is_enabled: true },
      });
      t.match(resumed.body, { paused_reason: null, failures_in_a_row: 0 });
      await send([bad, good]);
      t.match(await shown(harness, owner, id), { paused_reason: null, failures_in_a_row: 0 });
      await harness.call('DELETE', `/fabric/connections/${id}`, { as: owner });
    });

  await t.test('tests by hand and shadow runs are not counted', async (t) => {
    const step = logs('{{trigger.payload.x}}');
    const shadow = await connect(harness, owner, { steps: [step], shadow: true });
    await publish(harness, owner.organization_id, times(MOST + 1, {}));
    await finished(harness, owner, shadow, MOST + 1);
    for (const _ of times(MOST + 1, null))
      await harness.call('POST', `/fabric/connections/${shadow}/test`, { as: owner, body: { payload: {} } });
    t.match(await shown(harness, owner, shadow), { paused_reason: null, failures_in_a_row: 0 });
  });
});

t.test('of two processes that share the failures one pauses it, once', { skip }, async (t) => {
  const sink = await receiver(t);
  const database = await cloneDatabase();
  t.teardown(() => database.drop());
  const environment = { REDIS_URL: String(redisUrl), FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const shared = { databaseUrl: database.url, environment };
  const one = await bootPlatform(t, shared);
  const owner = await one.owner();
  const other = await bootPlatform(t, shared);
  const failing = { operation_id: 'fabric.webhook', params: { url: `${sink.url}/status/400` } };
  const id = await connect(one, owner, { steps: [failing] });
  const { organization_id } = owner;
  await Promise.all([
    publish(one, organization_id, times(MOST, {})),
    publish(other, organization_id, times(MOST, {})),
  ]);
  await finished(one, owner, id, 2 * MOST);
  await waitFor('the pause', async () => (await shown(one, owner, id)).paused_reason === 'failing');
  const { failures_in_a_row } = await shown(one, owner, id);
  const { items } = await runsOf(one, owner, id, '?limit=200&status=failed');
  t.equal(failures_in_a_row, items.length);
  t.ok(failures_in_a_row >= MOST);
  t.equal((await pausesOf(one, owner, id)).length, 1);
});
