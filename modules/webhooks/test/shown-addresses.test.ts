import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { shownAddresses } from '../migrations/004-shown-addresses.ts';

const testExemption = exempt('webhooks.tests', 'a test writes what an earlier release wrote');
const shown: Readonly<Record<string, string>> = {
  'https://hooks.example.org/services/T0/B0/secret': 'https://hooks.example.org/[redacted]',
  'https://hooks.example.org:8443?token=secret': 'https://hooks.example.org:8443/[redacted]',
  'HTTPS://user:word@Hooks.example.org/': 'HTTPS://Hooks.example.org/[redacted]',
  'http://[2001:db8::1]:80/x@y/z': 'http://[2001:db8::1]:80/[redacted]',
  'https://hooks.example.org/': 'https://hooks.example.org/',
  'https://hooks.example.org': 'https://hooks.example.org',
  'https://hooks.example.org/[redacted]': 'https://hooks.example.org/[redacted]',
  'no address': '[redacted]',
};

t.test('addresses that an earlier release kept whole are shown by their origin', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const owner = await platform.owner();
  const behind = <T>(query: ReturnType<typeof sql<T>>) =>
    platform.get(DATABASE).asSystem(testExemption, async (db) => (await query.execute(db)).rows);
  const body = { name: 'Hook', url: 'https://hooks.example.org/x', events: ['site.updated'] };
  const made = await platform.call('POST', '/webhooks', { as: owner, body });
  t.equal(made.status, 201, made.text);
  for (const [at, url] of [...Object.keys(shown), null].entries())
    await behind(sql`
      insert into webhook_deliveries (id, organization_id, subscription_id, kind, status, event_type, event_cursor, request)
      values (gen_random_uuid(), ${owner.organization_id}::uuid, ${made.body.id}::uuid, 'event', 'delivered',
        'site.updated', ${at}::integer, ${url === null ? null : JSON.stringify({ method: 'POST', url, body: '{}' })}::jsonb)`);
  for (const statement of shownAddresses.statements) await behind(sql.raw(statement));
  const kept = await behind(
    sql<{ url: string | null }>`select request->>'url' as url from webhook_deliveries order by event_cursor`,
  );
  t.same(
    kept.map(({ url }) => url),
    [...Object.values(shown), null],
  );
});
