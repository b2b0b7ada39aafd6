import { randomUUID } from 'node:crypto';
import { sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { NOTIFICATIONS } from '../contract.ts';
import { Housekeeping } from '../services/preferences/housekeeping.ts';
import { behind, open } from './support/make-due.ts';

t.test('what is old goes at night, what still waits or was not read stays', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const send = (title: string, channels: object) =>
    harness.get(NOTIFICATIONS).send(systemPrincipal(owner.organization_id), {
      effect_id: randomUUID(),
      title,
      body: '',
      channels: { ...channels },
    });
  const in_app = { user_ids: [owner.user_id] };
  await send('old', { in_app });
  await send('waits', { in_app, webhook: { url: 'http://127.0.0.1:1/' } });
  await waitFor('the delivery to fail', async () => (await open(harness)) === 0);
  await behind(harness, sql`update notification_deliveries set status = 'waiting' where status = 'failed'`);
  await behind(harness, sql`update notices set created_at = now() - interval '31 days'`);
  await behind(harness, sql`update notification_targets set updated_at = now() - interval '31 days'`);
  await behind(
    harness,
    sql`update notifications set read_at = now() - interval '181 days' where title = 'old'`,
  );
  await send('new', { in_app });
  const titles = async (path: string) => {
    const { body } = await harness.call('GET', `${path}?sort=created_at`, { as: owner });
    return body.items.map(({ title }: { title: string }) => title);
  };
  await harness.get(Housekeeping).run(new AbortController().signal);
  t.same(await titles('/notifications'), ['waits', 'new']);
  t.same([...new Set(await titles('/notifications/deliveries'))], ['waits', 'new']);
  await behind(
    harness,
    sql`insert into notifications (id, organization_id, user_id, title, body, effect_id)
      select gen_random_uuid(), ${owner.organization_id}::uuid, ${owner.user_id}::uuid, 'many', '', gen_random_uuid()
      from generate_series(1, 1100)`,
  );
  await harness.get(Housekeeping).run(new AbortController().signal);
  t.equal((await harness.call('GET', '/notifications/counts', { as: owner })).body.total, 1_000);
});
