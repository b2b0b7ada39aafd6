import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { subscriptions } from '../services/subscriptions/subscription-rows.ts';

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
    await subscriptions.hold(work, body.id);
    t.equal((await lock('key share')).rowCount, 1, 'the lock of a foreign key is given');
    await t.rejects(lock('no key update'), /lock timeout/, 'another change waits');
  });
});

t.test(
  'a webhook that is deleted while it delivers waits for the delivery, and neither for the other',
  async (t) => {
    const platform = await bootPlatform(t, { work: false });
    const as = await platform.owner();
    const { body } = await platform.call('POST', '/webhooks', {
      as,
      body: { name: 'tickets', url: 'https://example.com/hook', events: ['site.created'] },
    });
    const delivering = new pg.Client({ connectionString: platform.databaseUrl });
    await delivering.connect();
    t.teardown(() => delivering.end());
    const holdQueue = () =>
      delivering.query(`update webhook_queues set lease_until = now() + interval '1 hour' where id = $1`, [
        body.id,
      ]);
    await holdQueue();
    for (const _ of [1, 2]) await platform.call('POST', `/webhooks/${body.id}/test`, { as, body: {} });
    const { rows } = await delivering.query<{ id: string }>(
      `select id from webhook_deliveries where status = 'waiting' order by created_at`,
    );
    t.equal(rows.length, 2);
    const touch = (which: number) =>
      delivering.query(`update webhook_deliveries set attempts = attempts + 1 where id = $1`, [
        rows[which]?.id,
      ]);

    await delivering.query(`set lock_timeout = '2s'`);
    await delivering.query('begin');
    await holdQueue();
    // Beside the order: a later delivery before an earlier one.
    await touch(1);
    const deleting = platform.call('DELETE', `/webhooks/${body.id}`, { as });
    await waitFor('the deletion to wait', async () => {
      const { rows: waiting } = await delivering.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await touch(0);
    await delivering.query('commit');
    t.equal((await deleting).status, 204);
  },
);
