import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { NOTIFICATIONS } from '../contract.ts';
import { EventIntake } from '../services/intake/event-intake.ts';
import { pausedEvents } from './support/paused-events.ts';

t.test('the inbox', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const system = systemPrincipal(owner.organization_id);
  const direct = (title: string, user_ids: readonly string[], effect_id = randomUUID()) =>
    harness.get(NOTIFICATIONS).send(system, {
      effect_id,
      title,
      body: 'b',
      category: 'fabric',
      channels: { in_app: { user_ids } },
    });
  const items = async (query = '') =>
    (await harness.call('GET', `/notifications${query}`, { as: owner })).body.items;
  const titles = async (query = '') => (await items(query)).map(({ title }: { title: string }) => title);

  t.test('takes one message per effect and person, however often it is delivered', async (t) => {
    const effect_id = randomUUID();
    const once = () => direct('50% _done', [owner.user_id, owner.user_id], effect_id);
    const outcomes = await Promise.all([once(), once(), once()]);
    for (const { delivered, notice_id } of outcomes)
      t.same([delivered, notice_id], [['in_app'], outcomes[0]?.notice_id]);
    await direct('other', [owner.user_id]);
    t.same(await titles(), ['other', '50% _done']);
    t.same(await titles('?search=%25%20_'), ['50% _done']);
    t.same(await titles('?sort=created_at&per_page=1'), ['50% _done']);
  });

  t.test('is marked read and not read by its owner, under If-Match', async (t) => {
    const [{ id }] = await items('?unread=true&search=other');
    const path = `/notifications/${id}`;
    const read = await harness.call('PATCH', path, { as: owner, body: { read: true } });
    const again = await harness.call('PATCH', path, { as: owner, body: { read: true } });
    t.same(again.body, read.body);
    t.same((await harness.call('GET', path, { as: owner })).body, read.body);
    t.same(await titles('?unread=true'), ['50% _done']);
    const headers = { 'if-match': '"old"' };
    t.equal((await harness.call('PATCH', path, { as: owner, body: { read: false }, headers })).status, 412);
    const unread = await harness.call('PATCH', path, { as: owner, body: { read: false } });
    t.equal(unread.body.read_at, null);
    const viewer = await harness.person('viewer');
    t.equal((await harness.call('GET', path, { as: viewer })).status, 404, 'nobody else sees it');
    t.equal((await harness.call('PATCH', path, { as: viewer, body: { read: true } })).status, 404);
  });

  t.test('counts what is not read, and marks all of it up to a moment', async (t) => {
    const counts = async () => (await harness.call('GET', '/notifications/counts', { as: owner })).body;
    t.same(await counts(), {
      total: 2,
      unread: 2,
      unread_by_category: { fabric: 2 },
      unread_by_priority: { normal: 2 },
    });
    const [{ created_at: until }] = await items();
    await direct('later', [owner.user_id]);
    const markAll = async (body: object) =>
      (await harness.call('POST', '/notifications/mark-all', { as: owner, body })).body.changed;
    t.equal(await markAll({ read: true, until }), 2);
    t.same(await titles('?unread=true'), ['later']);
    t.equal(await markAll({ read: true, category: 'other' }), 0);
    t.equal(await markAll({ read: true }), 1);
    t.equal(await markAll({ read: false }), 3);
    t.equal((await counts()).unread, 3);
  });

  t.test('refuses people of another organization, and then tells nobody', async (t) => {
    const stranger = await harness.person('viewer', await harness.organization('Elsewhere'));
    await t.rejects(direct('leak', [owner.user_id, stranger.user_id]), { message: 'Validation failed.' });
    t.notOk((await titles()).includes('leak'));
    t.same((await harness.call('GET', '/notifications', { as: stranger })).body.items, []);
  });

  t.test('has events once for those who may see them, and a number for what is too much', async (t) => {
    const viewer = await harness.person('viewer');
    const events = pausedEvents(owner.organization_id, 9);
    const intake = harness.get(EventIntake);
    await intake.take(events);
    await intake.take(events);
    const found = await items('?category=fabric&priority=high');
    t.equal(found.length, 5);
    t.equal(found[0].title, 'Connection paused: wire 4');
    t.equal(found[0].held_back, 4, 'the newest says how many more there were');
    t.match(found[0].body, 'reason: author_disabled');
    t.same((await harness.call('GET', '/notifications', { as: viewer })).body.items, []);
  });
});
