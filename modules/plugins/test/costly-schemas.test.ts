import { sql } from '@patchbay/kernel/database';
import { bootPlatform, staysResponsive, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { install, packPlugin, publish, rowsOf, statusChange } from './support.ts';

/** Half of what a schema may be: every item is compared with up to 1,600 objects. */
const objects = Array.from({ length: 200 }, (_, i) => ({ kind: i }));
const compared = { anyOf: Array.from({ length: 8 }, () => ({ enum: objects })) };
const schema = { type: 'object', properties: { list: { type: 'array', items: compared } } };

t.test(
  'a schema that costs too much to check stops nobody: it is refused, and counts as a fault',
  async (t) => {
    const harness = await bootPlatform(t);
    const owner = await harness.owner();
    const body = `
    const list = Array.from({ length: 9000 }, () => ({ kind: 199 }));
    const said = [];
    for (let n = 0; n < 4; n += 1)
      try { await ctx.emit('seen', { list }); said.push('done') } catch (error) { said.push(error.code) }
    await ctx.state.set(event.payload.device_id, said);`;
    const events = { 'device.status.changed': body };
    const plugin = { id: 'costly', events, emits: ['seen'], schemas: { seen: schema } };
    t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
    const { organization_id } = owner;
    let tries = 0;
    await staysResponsive(t, 'events of a costly schema', async () => {
      tries += 1;
      await harness.call('POST', '/plugins/costly/release', { as: owner });
      const name = `switch-${tries}`;
      const event_id = await publish(harness, organization_id, 'device.status.changed', statusChange(name));
      const delivery = await waitFor('the delivery', async () => {
        const ended = sql`select status, error from plugin_deliveries
        where event_id = ${event_id} and status in ('done', 'skipped', 'failed')`;
        return (await rowsOf(harness, ended))[0];
      });
      t.same(delivery, { status: 'done', error: null });
      const said = sql`select value from plugin_state where key = ${name}`;
      t.strictSame(await rowsOf(harness, said), [{ value: Array(4).fill('schema_too_costly') }]);
    });
    for (const name of ['b', 'c', 'd'])
      await publish(harness, organization_id, 'device.status.changed', statusChange(name));
    const quarantined = await waitFor('the quarantine', async () => {
      const { body } = await harness.call('GET', '/plugins/costly', { as: owner });
      return body.status === 'quarantined' && body;
    });
    t.match(quarantined.quarantine_reason, /schema/);
  },
);
