import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { INBOX } from '../tokens.ts';

t.test('the inbox', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const system = systemPrincipal(owner.organization_id);
  const message = (title: string) => ({ title, body: 'b', event_id: null, effect_id: randomUUID() });
  const titles = async (query = '') => {
    const { body } = await harness.call('GET', `/notifications${query}`, { as: owner });
    return body.items.map(({ title }: { title: string }) => title);
  };

  t.test('takes one message per effect and person, however often it is delivered', async (t) => {
    const one = message('50% _done');
    const inbox = harness.get(INBOX);
    await Promise.all([1, 2, 3].map(() => inbox.deliver(system, [owner.user_id, owner.user_id], one)));
    await inbox.deliver(system, [owner.user_id], message('other'));
    t.same(await titles(), ['other', '50% _done']);
    t.same(await titles('?search=%25%20_'), ['50% _done']);
    t.same(await titles('?sort=created_at&per_page=1'), ['50% _done']);
  });

  t.test('is marked read and not read by its owner, under If-Match', async (t) => {
    const { body } = await harness.call('GET', '/notifications?unread=true&search=other', { as: owner });
    const path = `/notifications/${body.items[0].id}`;
    const read = await harness.call('PATCH', path, { as: owner, body: { read: true } });
    const again = await harness.call('PATCH', path, { as: owner, body: { read: true } });
    t.same(again.body, read.body);
    t.same(await titles('?unread=true'), ['50% _done']);
    const headers = { 'if-match': '"old"' };
    t.equal((await harness.call('PATCH', path, { as: owner, body: { read: false }, headers })).status, 412);
    const unread = await harness.call('PATCH', path, { as: owner, body: { read: false } });
    t.equal(unread.body.read_at, null);
  });

  t.test('refuses people of another organization, and then tells nobody', async (t) => {
    const stranger = await harness.person('viewer', await harness.organization('Elsewhere'));
    const both = harness.get(INBOX).deliver(system, [owner.user_id, stranger.user_id], message('leak'));
    await t.rejects(both, { message: 'Validation failed.' });
    t.notOk((await titles()).includes('leak'));
    t.same((await harness.call('GET', '/notifications', { as: stranger })).body.items, []);
  });
});
