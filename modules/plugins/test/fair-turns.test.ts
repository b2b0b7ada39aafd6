import { sql } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import t from 'tap';
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
