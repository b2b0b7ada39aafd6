import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { DeviceHistories } from '../services/devices/device-histories.ts';

const device_id = '0199aa00-0000-7000-8000-0000000000d3';
const testExemption = exempt('inventory.tests', 'a test looks behind the curtain');

t.test('histories older than a year go, however long, until the process stops', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const owner = await platform.owner();
  const site_id = await platform.site(owner, 'Office');
  const behind = <T>(query: ReturnType<typeof sql<T>>) =>
    platform.get(DATABASE).asSystem(testExemption, async (db) => (await query.execute(db)).rows);
  await behind(sql`
    insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash)
    values (${device_id}::uuid, ${owner.organization_id}::uuid, ${site_id}::uuid, 'one', 'one', 'switch', 'online', '')`);
  await behind(sql`
    insert into device_history (id, organization_id, site_id, device_id, source, action, created_at)
    select gen_random_uuid(), ${owner.organization_id}::uuid, ${site_id}::uuid, ${device_id}::uuid, 'controller',
      'discovered', now() - make_interval(days => case when n = 0 then 364 else 366 end)
    from generate_series(0, 25000) n`);
  const left = () => behind(sql`select count(*) as rows from device_history`);
  const histories = platform.get(DeviceHistories);
  await histories.trim(AbortSignal.abort());
  t.same(await left(), [{ rows: 25_001 }]);
  await histories.trim(new AbortController().signal);
  t.same(await left(), [{ rows: 1 }]);
});
