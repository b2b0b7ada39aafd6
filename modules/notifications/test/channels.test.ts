import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { EventIntake } from '../services/intake/event-intake.ts';
import { makeDue, open } from './support/make-due.ts';
import { pausedEvents } from './support/paused-events.ts';
import { receiver } from './support/receiver.ts';

t.test('channels that an organization keeps', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, {
    work: false,
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const owner = await harness.owner();
  const viewer = await harness.person('viewer');
  const base = '/notifications/channels';
  const make = (body: object) => harness.call('POST', base, { as: owner, body });
  const secret = `${sink.url}/hooks/T0/B0/s3cret`;
  const room = (await make({ name: 'Room', kind: 'slack', url: secret })).body;
  const path = `${base}/${room.id}`;

  t.test('seal their address: no answer, row or record holds it', async (t) => {
    t.match(room, { name: 'Room', kind: 'slack', host: new URL(sink.url).host, is_enabled: true });
    const answers = [
      await harness.call('GET', base, { as: owner }),
      await harness.call('GET', path, { as: owner }),
      await harness.call('POST', `${path}/test`, { as: owner }),
      await harness.call('GET', '/notifications/deliveries', { as: owner }),
    ];
    for (const { status, text } of answers) {
      t.equal(status, 200, text);
      t.notMatch(text, 's3cret');
    }
    const outside = new pg.Client({ connectionString: harness.databaseUrl });
    await outside.connect();
    const { rows } = await outside.query(
      `select c::text from notification_channels c union all select t::text from notification_targets t
       union all select a::text from audit_log a`,
    );
    await outside.end();
    t.ok(rows.length > 2);
    t.notMatch(JSON.stringify(rows), 's3cret');
  });

  t.test('can be tried, and say what is wrong', async (t) => {
    t.equal(sink.to('/hooks/T0/B0/s3cret').length, 1);
    const bad = (await make({ name: 'Gone', kind: 'slack', url: `${sink.url}/gone` })).body;
    sink.statuses.set('/gone', 404);
    const tried = await harness.call('POST', `${base}/${bad.id}/test`, { as: owner });
    t.match(tried.body, { delivered: false, message: 'The receiver answered 404.' });
    const shown = await harness.call('GET', `${base}/${bad.id}`, { as: owner });
    t.match(shown.body, { last_error: 'The receiver answered 404.', failing_since: /./ });
    const local = (await make({ name: 'Inside', kind: 'webhook', url: 'http://10.0.0.1/' })).body;
    const refused = await harness.call('POST', `${base}/${local.id}/test`, { as: owner });
    t.match(refused.body, { delivered: false, message: 'This destination is not allowed.' });
  });

  t.test('that fail are told of once, and have what waited meanwhile in its order', async (t) => {
    const shaky = { name: 'Shaky', kind: 'slack', url: `${sink.url}/shaky`, minimum_priority: 'low' };
    const { id } = (await make(shaky)).body;
    sink.statuses.set('/shaky', 500);
    for (const event of pausedEvents(owner.organization_id, 4)) await harness.get(EventIntake).take([event]);
    const tries = async (count: number) =>
      waitFor(`${count} tries`, async () => {
        if (sink.to('/shaky').length < count) await makeDue(harness);
        return sink.to('/shaky').length >= count;
      });
    await tries(6);
    const { body } = await harness.call('GET', '/events?event_type=notifications.**', { as: owner });
    t.match(body.items, [
      { payload: { channel_id: id, name: 'Shaky', last_error: 'The receiver answered 500.' } },
    ]);
    t.equal(body.total, 1);
    sink.statuses.delete('/shaky');
    await tries(10);
    const titles = sink.to('/shaky').map(({ body: { text } }) => String(text).split('\n')[0]);
    t.same(titles.slice(0, 6), Array(6).fill('Connection paused: wire 0'), 'nothing overtakes');
    t.same(
      titles.slice(6),
      [0, 1, 2, 3].map((wire) => `Connection paused: wire ${wire}`),
    );
    await waitFor('the end of it', async () => (await open(harness)) === 0);
    const shown = await harness.call('GET', `${base}/${id}`, { as: owner });
    t.match(shown.body, { last_error: null, failing_since: null });
    await harness.call('DELETE', `${base}/${id}`, { as: owner });
  });

  t.test('are changed under If-Match, and refused with what does not fit', async (t) => {
    const { headers, body } = await harness.call('GET', path, { as: owner });
    const etag = String(headers.etag);
    const quiet_hours = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin', days: ['sat'] };
    const patch = { categories: ['rack'], quiet_hours, minimum_priority: 'low' };
    const changed = await harness.call('PATCH', path, {
      as: owner,
      body: patch,
      headers: { 'if-match': etag },
    });
    t.match(changed.body, { ...body, ...patch, updated_at: /./ });
    t.equal(
      (await harness.call('PATCH', path, { as: owner, body: patch, headers: { 'if-match': etag } })).status,
      412,
    );
    const cleared = { categories: null, quiet_hours: null };
    t.match((await harness.call('PATCH', path, { as: owner, body: cleared })).body, cleared);
    for (const wrong of [
      { url: 'ftp://example.com/' },
      { url: 'https://user:pass@example.com/' },
      { quiet_hours: { ...quiet_hours, timezone: 'Nowhere' } },
      { kind: 'teams' },
      {},
    ])
      t.equal((await harness.call('PATCH', path, { as: owner, body: wrong })).status, 422);
  });

  t.test('are seen by users where they are open to them, and by no other organization', async (t) => {
    t.same((await harness.call('GET', base, { as: viewer })).body.items, []);
    t.equal((await harness.call('GET', path, { as: viewer })).status, 404);
    t.equal((await harness.call('PATCH', path, { as: viewer, body: { name: 'Mine' } })).status, 403);
    const chat = {
      enabled: true,
      minimum_priority: 'low',
      categories: null,
      digest_minutes: 0,
      channel_id: room.id,
    };
    const ask = () => harness.call('PUT', '/notifications/preferences', { as: viewer, body: { chat } });
    t.equal((await ask()).status, 422);
    await harness.call('PATCH', path, { as: owner, body: { open_to_users: true } });
    t.match((await harness.call('GET', base, { as: viewer })).body.items, [{ name: 'Room', host: null }]);
    t.equal((await ask()).status, 200);
    const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
    t.same((await harness.call('GET', base, { as: stranger })).body.items, []);
    for (const method of ['GET', 'DELETE'])
      t.equal((await harness.call(method, path, { as: stranger })).status, 404);
    t.equal((await harness.call('POST', `${path}/test`, { as: stranger })).status, 404);
    t.equal((await harness.call('DELETE', path, { as: owner })).status, 204);
    t.equal((await harness.call('GET', path, { as: owner })).status, 404);
  });
});
