import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const testExemption = exempt('inventory.tests', 'a test looks behind the curtain');

t.test('hosts that are sent back as shown are all that stay, however many there were', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const owner = await platform.owner();
  const behind = <T>(query: ReturnType<typeof sql<T>>) =>
    platform.get(DATABASE).asSystem(testExemption, async (db) => (await query.execute(db)).rows);
  const hosts = ['192.0.2.9:443', '192.0.2.10:443'];
  const body = { name: 'c', kind: 'password', username: 'u', secret: 's', hosts };
  const made = await platform.call('POST', '/credentials', { as: owner, body });
  t.equal(made.status, 201, made.text);
  const path = `/credentials/${made.body.id}`;
  const patched = async (sent: readonly string[]) =>
    (await platform.call('PATCH', path, { as: owner, body: { hosts: sent } })).body;
  t.equal((await patched(hosts)).updated_at, made.body.updated_at, 'nothing changes in another order');
  await behind(sql`
    insert into credential_hosts (id, organization_id, credential_id, host)
    select gen_random_uuid(), ${owner.organization_id}::uuid, ${made.body.id}::uuid, 'z' || n || ':443'
    from generate_series(1, 150) n`);
  const before = (await platform.call('GET', path, { as: owner })).body;
  t.equal(before.hosts.length, 100);
  const after = await patched(before.hosts);
  t.same(after.hosts, before.hosts);
  const kept = await behind(sql<{ host: string }>`select host from credential_hosts`);
  t.same(kept.map(({ host }) => host).toSorted(), before.hosts.toSorted());
});
