import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { PLUGIN_CALLS } from '../contract.ts';
import { Deliveries } from '../services/delivery/deliveries.ts';
import { EventIntake } from '../services/delivery/event-intake.ts';
import { hurry, install, packLeaseWatch, packPlugin, publish, rowsOf, statusChange } from './support.ts';

const relayExemption = exempt('plugins.tests', 'a test holds the relay of the log');

const change = (change_id: string) => ({
  change_id,
  controller_id: 'c',
  feature: 'dhcp',
  operation: 'update',
  target_id: null,
  vendor: null,
  status: 'applied',
  site_id: null,
  applied_at: '2026-01-01T00:00:00.000000Z',
  actor_id: null,
});

const settled = (harness: Harness, most = 1) =>
  waitFor(`${most} settled deliveries`, async () => {
    const rows = await rowsOf(
      harness,
      sql<{ plugin_id: string; event_id: string; status: string; attempts: number; error: string | null }>`
        select plugin_id, event_id, status, attempts, error from plugin_deliveries
        where status in ('done', 'skipped', 'failed') order by event_cursor, plugin_id`,
    );
    return rows.length >= most && rows;
  });

t.test('an event reaches a plugin once, and what the plugin does becomes true together', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  t.equal((await install(harness, owner, await packLeaseWatch())).status, 201);
  const { organization_id } = owner;
  const event_id = await publish(harness, organization_id, 'controller.change.applied', change('change-1'));
  await publish(harness, organization_id, 'device.status.changed', statusChange('switch-1'));
  t.match(await settled(harness, 2), [{ event_id, status: 'done', attempts: 1 }, { status: 'done' }]);

  const state = await rowsOf(harness, sql`select key, value, organization_id from plugin_state order by key`);
  t.match(state, [
    { key: 'device', organization_id, value: { name: 'switch-1', status: 'offline' } },
    { key: 'feature:dhcp', value: { count: 1, last_change_id: 'change-1' } },
  ]);
  const emitted = sql<{ event_type: string; category: string; payload: unknown; causation: string[] }>`
    select event_type, category, payload, causation from event_log where event_type like 'plugin.%'`;
  t.strictSame(await rowsOf(harness, emitted), [
    {
      event_type: 'plugin.lease-watch.change_seen',
      category: 'plugin',
      payload: { change_id: 'change-1', feature: 'dhcp', count: 1 },
      causation: [event_id],
    },
  ]);
  const logs = await harness.call('GET', '/plugins/lease-watch/logs', { as: owner });
  t.match(logs.body, { total: 1, items: [{ level: 'info', message: 'switch-1 is offline' }] });

  const events = await rowsOf(harness, sql<LoggedEvent>`select * from event_log where id = ${event_id}`);
  await harness.get(EventIntake).take(events);
  t.equal(
    await harness.get(Deliveries).claim({ plugin_id: 'lease-watch', organization_id }),
    null,
    'handed over again, it is known',
  );

  const question = { plugin_id: 'lease-watch', kind: 'operation', name: 'summary', organization_id } as const;
  t.match(await harness.get(PLUGIN_CALLS).ask({ ...question, input: {} }), {
    features: [{ feature: 'dhcp', count: 1 }],
  });
  await t.rejects(harness.get(PLUGIN_CALLS).ask({ ...question, input: { odd: 1 } }), {
    code: 'input_invalid',
  });
});

t.test('an attempt that fails leaves nothing but log lines, and the third is the last', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const body = `
    await ctx.state.set('seen', 1); await ctx.emit('seen', {}); ctx.log.info('tried', { token: 's3cret' });
    throw new Error('not today');`;
  const plugin = { id: 'failing', events: { 'device.status.changed': body }, emits: ['seen'] };
  t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('a'));
  const rows = await waitFor('the last attempt', async () => {
    await hurry(harness);
    const [row] = await rowsOf(harness, sql`select * from plugin_deliveries where status = 'failed'`);
    return row;
  });
  t.match(rows, { status: 'failed', attempts: 3, error: 'Given up after attempt 3: not today' });
  t.equal((await rowsOf(harness, sql`select from plugin_state`)).length, 0);
  t.equal(
    (await rowsOf(harness, sql`select from event_log where event_type = 'plugin.failing.seen'`)).length,
    0,
  );
  const logs = await harness.call('GET', '/plugins/failing/logs?sort=created_at', { as: owner });
  t.strictSame(
    logs.body.items.map((line: { message: string }) => line.message),
    [
      'tried',
      'Attempt 1 failed: not today',
      'tried',
      'Attempt 2 failed: not today',
      'tried',
      'Given up after attempt 3: not today',
    ],
  );
  t.notMatch(logs.text, 's3cret');
});

t.test('a plugin never re-enters itself through another one', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const say = `await ctx.emit('said', {})`;
  const ping = { id: 'ping', emits: ['said'], events: { 'device.status.changed': say, 'plugin.*': say } };
  const pong = { id: 'pong', emits: ['said'], events: { 'plugin.ping.said': say } };
  t.equal((await install(harness, owner, await packPlugin(ping))).status, 201);
  t.equal((await install(harness, owner, await packPlugin(pong))).status, 201);
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('a'));
  const rows = await settled(harness, 3);
  t.match(rows, [
    { plugin_id: 'ping', status: 'done' },
    { plugin_id: 'pong', status: 'done' },
    { plugin_id: 'ping', status: 'skipped', error: /holds an event of this plugin/ },
  ]);
  t.equal(rows.length, 3);
  const logs = await harness.call('GET', '/plugins/ping/logs', { as: owner });
  t.match(logs.body.items, [{ level: 'warn', message: /holds an event of this plugin/ }]);
});

t.test(
  'a plugin is told nothing of other organizations, of what administrators may not see, or switched off',
  async (t) => {
    const harness = await bootPlatform(t);
    const owner = await harness.owner();
    const note = `await ctx.state.set(event.type + ':' + event.payload.device_id, event.payload)`;
    const nosy = { id: 'nosy', events: { '*': note } };
    t.equal((await install(harness, owner, await packPlugin(nosy))).status, 201);
    const other = await harness.organization('Second Networks');
    await publish(harness, other, 'device.status.changed', statusChange('foreign'));
    await publish(harness, owner.organization_id, 'device.status.changed', statusChange('own'));
    await settled(harness, 1);
    const { organization_id } = owner;
    const enable = (enabled: boolean) =>
      harness.call('PUT', '/plugins/nosy/enabled', { as: owner, body: { enabled } });
    await enable(false);
    // The log numbers the event only after the plugin is on again.
    await harness.get(DATABASE).asSystem(relayExemption, async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('patchbay.relay'))`.execute(db);
      await publish(harness, organization_id, 'device.status.changed', statusChange('late'));
      await enable(true);
      await enable(true);
      await publish(harness, organization_id, 'device.status.changed', statusChange('again'));
    });
    await settled(harness, 2);
    const keys = await rowsOf(harness, sql<{ key: string }>`select key from plugin_state order by key`);
    t.strictSame(keys, [{ key: 'device.status.changed:again' }, { key: 'device.status.changed:own' }]);
  },
);

t.test('a plugin keeps to its bounds', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const attempt = (expression: string) =>
    `try { await ${expression}; said.push('done') } catch (error) { said.push(error.code) }`;
  const body = `
    const said = [];
    ${attempt(`ctx.state.set('large', 'x'.repeat(65536))`)}
    ${attempt(`ctx.state.set('', 1)`)}
    ${attempt(`ctx.state.set('nul', '\\u0000')`)}
    ${attempt(`ctx.emit('other', {})`)}
    ${attempt(`ctx.emit('seen', 'text')`)}
    ${attempt(`ctx.http.fetch('http://127.0.0.1/')`)}
    ${attempt(`ctx.state.set('gone', 1)`)}
    ${attempt(`ctx.state.delete('gone')`)}
    ${attempt(`ctx.state.set('__proto__', { a: null })`)}
    said.push(...await ctx.state.list('__'), JSON.stringify(await ctx.state.get('__proto__')));
    await ctx.state.set('said', said);`;
  const plugin = { id: 'bounds', events: { 'device.status.changed': body }, emits: ['seen'] };
  t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('a'));
  await settled(harness, 1);
  const rows = await rowsOf(
    harness,
    sql<{ key: string; value: unknown }>`select key, value from plugin_state order by key`,
  );
  t.strictSame(rows, [
    { key: '__proto__', value: { a: null } },
    {
      key: 'said',
      value: [
        'value_too_large',
        'key_invalid',
        'value_invalid',
        'event_not_declared',
        'payload_invalid',
        'not_offered',
        'done',
        'done',
        'done',
        '__proto__',
        '{"a":null}',
      ],
    },
  ]);
  await rowsOf(
    harness,
    sql`insert into plugin_state (id, organization_id, plugin_id, key, value)
      select gen_random_uuid(), ${owner.organization_id}::uuid, 'bounds', 'filler-' || n, '1' from generate_series(1, 998) n`,
  );
  const full = `
    await ctx.state.set('said', 'again');
    await ctx.state.delete('filler-1'); await ctx.state.set('room', 1);
    try { await ctx.state.set('one-more', 1) } catch (error) { await ctx.state.set('said', error.code) }`;
  const second = { ...plugin, version: '1.0.1', events: { 'device.status.changed': full } };
  t.equal((await install(harness, owner, await packPlugin(second))).status, 201);
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('b'));
  await settled(harness, 2);
  const said = await rowsOf(
    harness,
    sql`select value, (select count(*) from plugin_state) as keys from plugin_state where key = 'said'`,
  );
  t.strictSame(said, [{ value: 'state_full', keys: 1_000 }]);
});
