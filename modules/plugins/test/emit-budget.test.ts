import { sql } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { Emissions } from '../services/delivery/emissions.ts';
import {
  bootTwoTenants,
  hurry,
  install,
  packPlugin,
  publish,
  rowsOf,
  statusChange,
  untilOne,
} from './support.ts';

const OPEN = ['waiting', 'running'];

t.test('two plugins cannot make thousands of events of one, and the organization is told once', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const { organization_id } = owner;
  const many = (count: number) =>
    `for (let n = 0; n < ${count}; n += 1) await ctx.emit('said', { text: 'x'.repeat(2000) });`;
  const first = { id: 'first', emits: ['said'], events: { 'device.*': many(8) } };
  const second = { id: 'second', emits: ['said'], events: { 'plugin.first.said': many(60) } };
  for (const plugin of [first, second])
    t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  const cause = await publish(harness, organization_id, 'device.status.changed', statusChange('a'));
  const deliveries = await waitFor(
    'the end of all deliveries',
    async () => {
      await hurry(harness);
      const all = await rowsOf(
        harness,
        sql<{
          status: string;
          error: string | null;
        }>`select status, error from plugin_deliveries order by event_cursor`,
      );
      return all.length >= 9 && all.every(({ status }) => !OPEN.includes(status)) && all;
    },
    { timeoutMs: 120_000 },
  );
  const count = (status: string) => deliveries.filter((each) => each.status === status).length;
  t.strictSame([count('done'), count('failed')], [2, 7]);
  t.match(
    deliveries.at(-1)?.error,
    /^Given up after attempt 3: A plugin may emit 100 events or 1 MiB for one event/,
  );
  const emitted = await rowsOf(
    harness,
    sql<{ event_type: string; count: number }>`select event_type, count(*)::integer as count from event_log
      where event_type like 'plugin.%' and ${cause}::uuid = any (causation) group by 1 order by 1`,
  );
  t.strictSame(emitted, [
    { event_type: 'plugin.first.said', count: 8 },
    { event_type: 'plugin.second.said', count: 60 },
  ]);
  const told = sql`select organization_id, payload from event_log where event_type = 'plugins.plugin.over_budget'`;
  t.strictSame(await rowsOf(harness, told), [
    {
      organization_id,
      payload: {
        plugin_id: 'second',
        version: '1.0.0',
        budget: 'cause',
        most_events: 100,
        most_bytes: 1_048_576,
      },
    },
  ]);
  const lines = sql`select plugin_id, level from plugin_logs where message like '%; more was refused'`;
  t.strictSame(await rowsOf(harness, lines), [{ plugin_id: 'second', level: 'warn' }]);
  t.match((await harness.call('GET', '/plugins/second', { as: owner })).body, { status: 'installed' });
});

t.test(
  'the budget of a minute holds over calls, is of one organization, and an author sees its code',
  async (t) => {
    const { harness, owner, tenant, administrator } = await bootTwoTenants(t);
    const body = `
    try { await ctx.emit('said', {}); await ctx.state.set(event.payload.device_id, 'done') }
    catch (error) { await ctx.state.set(event.payload.device_id, error.code) }`;
    const plugin = { id: 'steady', emits: ['said'], events: { 'device.*': body } };
    t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
    await harness.call('PUT', '/plugins/steady/enabled', { as: administrator, body: { enabled: true } });
    await rowsOf(
      harness,
      sql`insert into plugin_emissions (id, organization_id, plugin_id, events, bytes)
      values (gen_random_uuid(), ${owner.organization_id}::uuid, 'steady', 1000, 1)`,
    );
    await publish(harness, owner.organization_id, 'device.status.changed', statusChange('spent'));
    await publish(harness, tenant, 'device.status.changed', statusChange('other'));
    const states = await waitFor('both', async () => {
      const rows = await rowsOf(harness, sql`select key, value from plugin_state order by key`);
      return rows.length === 2 && rows;
    });
    t.strictSame(states, [
      { key: 'other', value: 'done' },
      { key: 'spent', value: 'emit_budget_spent' },
    ]);
    await rowsOf(
      harness,
      sql`update plugin_emissions set created_at = now() - interval '61 seconds' where not told`,
    );
    await publish(harness, owner.organization_id, 'device.status.changed', statusChange('again'));
    await untilOne(
      harness,
      'the next minute',
      sql`select from plugin_state where key = 'again' and value = '"done"'`,
    );
  },
);

t.test('what a handler does not wait for becomes true with the rest', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const emissions = harness.get(Emissions);
  const spent = emissions.spent.bind(emissions);
  t.intercept(emissions, 'spent', {
    /** A ledger so slow that the handler has ended long before: the child holds its answer until all is settled. */
    value: async (...args: Parameters<typeof spent>) => {
      for (let count = 0; count < 100; count += 1) await spent(...args);
      return spent(...args);
    },
  });
  const body = `ctx.emit('said', { text: 'unawaited' }); ctx.state.set('key', 1);`;
  const plugin = { id: 'hasty', emits: ['said'], events: { 'device.*': body } };
  t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('a'));
  await waitFor('the delivery', async () => {
    const [row] = await rowsOf(harness, sql<{ status: string }>`select status from plugin_deliveries`);
    return row !== undefined && !OPEN.includes(row.status);
  });
  const emitted = sql`select event_type, payload from event_log where event_type like 'plugin.%'`;
  t.strictSame(await rowsOf(harness, emitted), [
    { event_type: 'plugin.hasty.said', payload: { text: 'unawaited' } },
  ]);
  t.strictSame(await rowsOf(harness, sql`select key, value from plugin_state`), [{ key: 'key', value: 1 }]);
});
