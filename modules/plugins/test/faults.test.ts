import { sql } from '@patchbay/kernel/database';
import { createLogger } from '@patchbay/kernel/telemetry';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { PluginRuntime } from '../services/delivery/plugin-runtime.ts';
import { Quarantine } from '../services/packages/quarantine.ts';
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

const SECRET = 'vault-door-7';

t.test('the words of one organization never reach another, not even through a quarantine', async (t) => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', stream: { write: (line) => void lines.push(line) } });
  const harness = await bootPlatform(t, { logger });
  const owner = await harness.owner();
  const tenant = await harness.organization('Second Networks');
  const administrator = await harness.person('org_admin', tenant);
  const plugin = { id: 'chatty', events: { 'device.*': 'for (;;) {}' } };
  t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  await harness.call('PUT', '/plugins/chatty/enabled', { as: administrator, body: { enabled: true } });

  // As the sandbox reports it, with all that plugin code could put into such a report.
  const fault = { plugin_id: 'chatty', organization_id: tenant, kind: 'late_work' as const };
  const detail = `Asked for ${SECRET} \u001b[31m after the answer`;
  harness.get(Quarantine).take({ ...fault, detail, quarantined: true });
  const seen = await waitFor('the quarantine', async () => {
    const { body } = await harness.call('GET', '/plugins/chatty', { as: owner });
    return body.status === 'quarantined' && body;
  });
  t.equal(seen.quarantine_reason, 'late_work: it went on working after its answer');
  const logs = await waitFor('the line in the log', async () => {
    const { body } = await harness.call('GET', '/plugins/chatty/logs', { as: administrator });
    return body.total > 0 && body;
  });
  t.match(logs.items, [
    { level: 'error', message: `Fault (late_work): Asked for ${SECRET} \\u001b[31m after the answer` },
  ]);

  for (const path of [
    '/plugins',
    '/plugins/chatty',
    '/plugins/chatty/logs',
    '/events',
    '/audit',
    '//metrics',
    '//health',
  ])
    t.notMatch((await harness.call('GET', path, { as: owner })).text, SECRET, path);
  for (const table of ['plugins', 'event_log', 'audit_log', 'plugin_deliveries'])
    t.equal(
      (await rowsOf(harness, sql`select from ${sql.table(table)} r where r::text like ${`%${SECRET}%`}`))
        .length,
      0,
      table,
    );
  t.notMatch(lines.join(''), SECRET);
  await t.rejects(
    rowsOf(harness, sql`update plugins set quarantine_reason = ${`late_work: ${SECRET}`}`),
    /plugins_quarantine_reason/,
  );
});

t.test(
  'a refused call that nothing awaits fails its event, in its own organization, and stops nothing',
  async (t) => {
    const { harness, owner, tenant, administrator } = await bootTwoTenants(t);
    const careless = `
    await ctx.state.set(event.payload.device_id, true);
    if (event.payload.device_id !== 'calm') void ctx.emit(event.payload.device_id, {}).catch((error) => { throw new Error(event.payload.device_id); });`;
    const plugin = { id: 'careless', events: { 'device.*': careless }, emits: ['seen'] };
    t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
    await harness.call('PUT', '/plugins/careless/enabled', { as: administrator, body: { enabled: true } });
    for (let count = 0; count < 4; count += 1)
      await publish(harness, tenant, 'device.status.changed', statusChange(SECRET));
    await waitFor('four failures', async () => {
      await hurry(harness);
      return (await rowsOf(harness, sql`select from plugin_deliveries where status = 'failed'`)).length === 4;
    });
    const { body } = await harness.call('GET', '/plugins/careless', { as: owner });
    t.match([body.status, body.quarantine_reason], ['installed', null]);
    t.match(harness.get(PluginRuntime).stats()?.plugins, [{ plugin_id: 'careless', faults: 0 }]);
    t.match((await harness.call('GET', '/plugins/careless/logs', { as: administrator })).text, SECRET);
    t.notMatch((await harness.call('GET', '/plugins/careless/logs', { as: owner })).text, SECRET);
    await publish(harness, owner.organization_id, 'device.status.changed', statusChange('calm'));
    await untilOne(harness, 'the other organization', sql`select from plugin_state where key = 'calm'`);
    t.equal((await rowsOf(harness, sql`select from plugin_state where key = ${SECRET}`)).length, 0);
  },
);

t.test('control characters in the log of a plugin are shown and not obeyed', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const body = String.raw`ctx.log.info('\u001b[2Jgone\nline two\u202e', { 'k\u0007': ['\u009b31m'] }); throw new Error('\u001b]0;title\u0007');`;
  t.equal(
    (await install(harness, owner, await packPlugin({ id: 'loud', events: { 'device.*': body } }))).status,
    201,
  );
  await publish(harness, owner.organization_id, 'device.status.changed', statusChange('a'));
  const items = await waitFor('two lines', async () => {
    const { body } = await harness.call('GET', '/plugins/loud/logs?sort=created_at', { as: owner });
    return body.total === 2 && body.items;
  });
  t.match(items, [
    { message: '\\u001b[2Jgone\\nline two\\u202e', fields: { 'k\\u0007': ['\\u009b31m'] } },
    { message: 'Attempt 1 failed: \\u001b]0;title\\u0007' },
  ]);
});
