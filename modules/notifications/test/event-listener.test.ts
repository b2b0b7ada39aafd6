import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { smtpPeer } from '@patchbay/test/kit';
import t from 'tap';

t.test('an event goes from the log to the inbox and by mail to who may see it and wants it', async (t) => {
  const mail = await smtpPeer(t);
  const harness = await bootPlatform(t, {
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'patchbay@example.com' },
  });
  const owner = await harness.owner();
  const viewer = await harness.person('viewer');
  for (const as of [owner, viewer])
    await harness.call('PUT', '/notifications/preferences', {
      as,
      body: { email: { enabled: true, minimum_priority: 'high', categories: ['fabric'], digest_minutes: 0 } },
    });
  const payload = { connection_id: newId(), name: 'Door', author_id: newId(), reason: 'author_disabled' };
  const id = await harness
    .get(DATABASE)
    .write(systemPrincipal(owner.organization_id), async (work) =>
      work.events.publishNamed('fabric.connection.paused', payload),
    );
  const [item] = await waitFor('the inbox', async () => {
    const { body } = await harness.call('GET', '/notifications?category=fabric', { as: owner });
    return body.items.length === 0 ? null : body.items;
  });
  t.match(item, { event_id: id, title: 'Connection paused: Door', priority: 'high', read_at: null });
  await waitFor('the mail', () => mail.letters.length === 1);
  t.same(mail.letters[0]?.to, [owner.email]);
  t.same((await harness.call('GET', '/notifications', { as: viewer })).body.items, []);
});
