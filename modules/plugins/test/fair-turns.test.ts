import { sql } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { Deliveries } from '../services/delivery/deliveries.ts';
import { install, packPlugin, publish, rowsOf, statusChange } from './support.ts';

const EVENTS = 12;
const slow = 'const until = Date.now() + 250; while (Date.now() < until) {}';

const done = async (harness: Harness, which: ReturnType<typeof sql>): Promise<number> =>
  (await rowsOf(harness, sql`select from plugin_deliveries where status = 'done' and ${which}`)).length;

t.test('three slow, lawful plugins leave a fourth its share of the turns', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  for (const id of ['one', 'two', 'three', 'quick']) {
    const plugin = { id, events: { 'device.*': id === 'quick' ? '' : slow } };
    t.equal((await install(harness, owner, await packPlugin(plugin))).status, 201);
  }
  await Promise.all(
    Array.from({ length: EVENTS }, (_, at) =>
      publish(harness, owner.organization_id, 'device.status.changed', statusChange(`d${at}`)),
    ),
  );
  const slowDone = await waitFor('the quick plugin', async () => {
    if ((await done(harness, sql`plugin_id = 'quick'`)) < EVENTS) return false;
    return { count: await done(harness, sql`plugin_id <> 'quick'`) };
  });
  t.ok(slowDone.count <= EVENTS * 2, `${slowDone.count} of ${EVENTS * 3} slow deliveries came before`);
});

t.test('the backlog of one organization does not delay the event of another', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const other = await harness.organization('Second Networks');
  const administrator = await harness.person('org_admin', other);
  t.equal(
    (await install(harness, owner, await packPlugin({ id: 'shared', events: { 'device.*': slow } }))).status,
    201,
  );
  await harness.call('PUT', '/plugins/shared/enabled', { as: administrator, body: { enabled: true } });
  for (let at = 0; at < EVENTS * 2; at += 1)
    await publish(harness, owner.organization_id, 'device.status.changed', statusChange(`d${at}`));
  await publish(harness, other, 'device.status.changed', statusChange('single'));
  const before = await waitFor('the other organization', async () => {
    if ((await done(harness, sql`organization_id = ${other}::uuid`)) < 1) return false;
    return { count: await done(harness, sql`organization_id <> ${other}::uuid`) };
  });
  t.ok(before.count < EVENTS * 2, `${before.count} of ${EVENTS * 2} deliveries came before`);
  const order = await rowsOf(
    harness,
    sql<{ place: number }>`select place from (
      select organization_id, row_number() over (order by updated_at)::integer as place from plugin_deliveries where status = 'done') d
      where organization_id = ${other}::uuid`,
  );
  const published = await rowsOf(
    harness,
    sql<{
      earlier: number;
    }>`select count(*)::integer as earlier from plugin_deliveries d where d.status = 'done' and d.updated_at <
      (select created_at from plugin_deliveries where organization_id = ${other}::uuid)`,
  );
  const waited = (order[0]?.place ?? 0) - (published[0]?.earlier ?? 0);
  t.ok(waited <= 3, `${waited - 1} deliveries of the backlog came between`);
});

t.test('what waits for a plugin is due where it is enabled, and nowhere else', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const { organization_id } = await harness.owner();
  const deliveries = harness.get(Deliveries);
  await rowsOf(
    harness,
    sql`insert into plugins (id, name, version, manifest, code, digest, signature, status, home_organization_id)
      values ('still', 'Still', '1.0.0', '{}', '', '', 'unsigned', 'quarantined', ${organization_id}::uuid)`,
  );
  await rowsOf(
    harness,
    sql`insert into plugin_enablements (id, organization_id, plugin_id, enabled)
      values (gen_random_uuid(), ${organization_id}::uuid, 'still', true)`,
  );
  await rowsOf(
    harness,
    sql`insert into plugin_deliveries (id, organization_id, plugin_id, event_id, event_cursor)
      values (gen_random_uuid(), ${organization_id}::uuid, 'still', gen_random_uuid(), 1)`,
  );
  t.strictSame(await deliveries.due(), [], 'it rests while the plugin is in quarantine');
  await rowsOf(harness, sql`update plugins set status = 'installed'`);
  t.strictSame(await deliveries.due(), [{ plugin_id: 'still', organization_id }]);
  await rowsOf(harness, sql`update plugin_enablements set enabled = false`);
  t.strictSame(await deliveries.due(), []);
});
