import { sql } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { InstalledPlugins } from '../services/packages/installed-plugins.ts';
import { install, packPlugin, publish, rowsOf, statusChange } from './support.ts';

const REDIS_URL = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = REDIS_URL === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set' : false;
const EVENTS = 40;

t.test(
  'two processes know the same plugins and hand over each event once, one at a time',
  { skip },
  async (t) => {
    const environment = { REDIS_URL: String(REDIS_URL) };
    const first = await bootPlatform(t, { environment });
    const second = await bootPlatform(t, { environment, databaseUrl: first.databaseUrl });
    const owner = await first.owner();
    const count = `
    const count = (await ctx.state.get('count')) ?? 0;
    await ctx.state.set('count', count + 1);
    await ctx.emit('counted', { count: count + 1 });`;
    const plugin = { id: 'counter', events: { 'device.status.changed': count }, emits: ['counted'] };
    t.equal((await install(first, owner, await packPlugin(plugin))).status, 201);
    const knows = () => second.get(InstalledPlugins).findEnabled('counter', owner.organization_id);
    await waitFor('the other process', knows);

    const harnesses = [first, second];
    await Promise.all(
      Array.from({ length: EVENTS }, (_, at) =>
        publish(
          harnesses[at % 2] ?? first,
          owner.organization_id,
          'device.status.changed',
          statusChange(`d${at}`),
        ),
      ),
    );
    const done = sql<{ attempts: number }>`select attempts from plugin_deliveries where status = 'done'`;
    await waitFor('all deliveries', async () => (await rowsOf(first, done)).length === EVENTS);
    t.ok((await rowsOf(first, done)).every(({ attempts }) => attempts === 1));
    const counts = sql<{ count: number }>`
    select (payload->>'count')::integer as count from event_log where event_type = 'plugin.counter.counted' order by 1`;
    t.strictSame(
      (await rowsOf(first, counts)).map(({ count }) => count),
      Array.from({ length: EVENTS }, (_, at) => at + 1),
    );

    t.equal((await first.call('DELETE', '/plugins/counter', { as: owner })).status, 204);
    await waitFor('the other process', () => knows() === undefined);
  },
);
