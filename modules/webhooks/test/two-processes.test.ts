import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { answers, Receiver } from './support/receiver.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;

t.test(
  'two processes deliver each event once and in order, and one takes over from the other',
  { skip },
  async (t) => {
    const receiver = await Receiver.start(t);
    const environment = { REDIS_URL: String(redisUrl), FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
    const one = await bootPlatform(t, { environment });
    const two = await bootPlatform(t, { environment, databaseUrl: one.databaseUrl });
    const owner = await one.owner();
    const body = { name: 'Hook', url: receiver.url, events: ['ingest.external'] };
    const created = await one.call('POST', '/webhooks', { as: owner, body });
    t.equal(created.status, 201);
    const publish = (on: typeof one, key: number) =>
      on
        .get(DATABASE)
        .write(systemPrincipal(owner.organization_id), async (work) =>
          work.events.publish(ingestExternal, { name: null, payload: { key } }),
        );
    for (let key = 0; key < 60; key += 1) await publish(key % 2 === 0 ? one : two, key);
    await waitFor('all events', () => receiver.received.length >= 60);
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    t.same(receiver.sequences, numbers);
    t.same(
      receiver.keys,
      numbers.map((number) => number - 1),
    );

    receiver.behave = answers(503, { 'retry-after': '1' });
    await publish(one, 60);
    await waitFor('a failure', async () => {
      const status = await two.call('GET', `/webhooks/${created.body.id}/status`, { as: owner });
      return status.body.failing_since;
    });
    await one.platform.stop();
    receiver.behave = answers(200);
    await publish(two, 61);
    await waitFor('the process that is left to deliver', () => receiver.keys.includes(61), {
      timeoutMs: 30_000,
    });
    t.same(receiver.sequences.at(-2), 61, 'still in order');
    t.equal(receiver.sequences.at(-1), 62);
  },
);
