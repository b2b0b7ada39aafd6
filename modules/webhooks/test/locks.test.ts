import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { subscriptionRow } from '../services/subscriptions/subscription-rows.ts';

t.test('a webhook that is being changed does not hold up deliveries that refer to it', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const owner = await platform.owner();
  const { body } = await platform.call('POST', '/webhooks', {
    as: owner,
    body: { name: 'tickets', url: 'https://example.com/hook', events: ['site.created'] },
  });
  const other = new pg.Client({ connectionString: platform.databaseUrl });
  await other.connect();
  t.teardown(() => other.end());
  await other.query(`set lock_timeout = '500ms'`);
  const lock = (strength: string) =>
    other.query(`select from webhook_subscriptions where id = $1 for ${strength}`, [body.id]);

  await platform.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) => {
    await subscriptionRow(work, body.id, true);
    t.equal((await lock('key share')).rowCount, 1, 'the lock of a foreign key is given');
    await t.rejects(lock('no key update'), /lock timeout/, 'another change waits');
  });
});
