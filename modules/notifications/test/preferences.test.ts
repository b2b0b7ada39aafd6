import { randomUUID } from 'node:crypto';
import { DATABASE, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { smtpPeer } from '@patchbay/test/kit';
import t from 'tap';
import { NOTIFICATIONS, type NoticeInput } from '../contract.ts';
import { DeliveryWorker } from '../services/delivery/delivery-worker.ts';
import { EventIntake } from '../services/intake/event-intake.ts';
import { behind } from './support/make-due.ts';
import { pausedEvents } from './support/paused-events.ts';
import { receiver } from './support/receiver.ts';

const MINUTE_MS = 60_000;

t.test('preferences', async (t) => {
  const sink = await receiver(t);
  const mail = await smtpPeer(t);
  // Late in the evening where the quiet hours below are kept.
  const clock = new ManualClock(new Date(`${new Date().getFullYear() + 1}-01-15T20:30:00Z`));
  const harness = await bootPlatform(t, {
    work: false,
    clock,
    environment: {
      FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      SMTP_URL: mail.url,
      MAIL_FROM: 'patchbay@example.com',
      ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
    },
  });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const put = (body: object, headers: Record<string, string> = {}) =>
    harness.call('PUT', '/notifications/preferences', { as: owner, body, headers });
  const tell = (title: string, more: Partial<NoticeInput> = {}) =>
    harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), (work) =>
        harness
          .get(NOTIFICATIONS)
          .tell(work, [owner.user_id], { effect_id: randomUUID(), title, body: '', ...more }),
      );
  const pass = (minutes: number) => {
    clock.advance(minutes * MINUTE_MS);
    harness.get(DeliveryWorker).wake();
  };
  const letters = async (count: number) => {
    await waitFor(`${count} letters`, () => mail.letters.length >= count);
    return mail.letters.map(({ text }) => /^Subject: (.*?)\r?$/m.exec(text)?.[1]);
  };
  const plain = () => String(mail.letters.at(-1)?.text).replaceAll('=\r\n', '').replaceAll('=20', ' ');
  const record = async (query: string) =>
    (await harness.call('GET', `/notifications/deliveries?${query}`, { as: owner })).body.items;

  t.test('are as usual until somebody says otherwise, and are replaced under If-Match', async (t) => {
    const first = await harness.call('GET', '/notifications/preferences', { as: owner });
    t.match(first.body, {
      in_app: { enabled: true, minimum_priority: 'high' },
      email: { enabled: true, minimum_priority: 'critical', digest_minutes: 0 },
      chat: { enabled: false, channel_id: null },
      quiet_hours: null,
      throttle: { most: 5, minutes: 10 },
    });
    const etag = String(first.headers.etag);
    const email = { enabled: true, minimum_priority: 'low', categories: ['rack'], digest_minutes: 0 };
    const set = await put({ email }, { 'if-match': etag });
    t.match(set.body, { email, in_app: first.body.in_app });
    t.equal((await put({ email }, { 'if-match': etag })).status, 412);
    t.same((await harness.call('GET', '/notifications/preferences', { as: owner })).body, set.body);
  });

  t.test('that cannot be are refused with what is wrong', async (t) => {
    const quiet = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' };
    const chat = { enabled: true, minimum_priority: 'low', categories: null, digest_minutes: 0 };
    for (const [body, field] of [
      [{ quiet_hours: { ...quiet, timezone: 'Mars/Olympus' } }, 'quiet_hours.timezone'],
      [{ quiet_hours: { ...quiet, end: '22:00' } }, 'quiet_hours.end'],
      [{ quiet_hours: { ...quiet, start: '25:00' } }, 'quiet_hours'],
      [{ chat: { ...chat, channel_id: randomUUID() } }, 'chat.channel_id'],
      [{ pigeon: {} }, 'pigeon'],
      [{ throttle: { most: 0, minutes: 1 } }, 'throttle.most'],
    ] as const) {
      const answer = await put(body);
      t.equal(answer.status, 422, answer.text);
      t.match(answer.body.error.details[0].field, field);
    }
  });

  t.test('say which categories and priorities go where', async (t) => {
    await tell('about a rack', { category: 'rack', priority: 'low' });
    await tell('about a door', { category: 'door', priority: 'critical' });
    t.same(await letters(1), ['about a rack']);
    const { body } = await harness.call('GET', '/notifications', { as: owner });
    t.same(
      body.items.map(({ title }: { title: string }) => title),
      ['about a door', 'about a rack'],
      'what is addressed to somebody is in the inbox',
    );
    mail.letters.length = 0;
  });

  t.test('collect into a digest, and let what is critical through', async (t) => {
    const email = { enabled: true, minimum_priority: 'low', categories: null, digest_minutes: 60 };
    await put({ email });
    await tell('one');
    await tell('two', { body: 'with <b>more</b>' });
    await tell('fire', { priority: 'critical' });
    t.same(await letters(1), ['fire']);
    pass(60);
    t.same(await letters(2), ['fire', '2 notifications']);
    t.match(plain(), /\[normal\] one\r?\n.*\[normal\] two - with <b>more<\/b>/);
    t.match(plain(), 'with &lt;b&gt;more&lt;/b&gt;');
    const items = await record('channel=email&sort=created_at');
    const [one, two] = items.filter(({ title }: { title: string }) => title === 'one' || title === 'two');
    t.equal(one.message_id, two.message_id, 'one message');
    mail.letters.length = 0;
  });

  t.test('keep quiet hours, and send what came in them together when they end', async (t) => {
    const email = { enabled: true, minimum_priority: 'low', categories: null, digest_minutes: 0 };
    await put({ email, quiet_hours: { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' } });
    await tell('late');
    await tell('later');
    await tell('alarm', { priority: 'critical' });
    t.same(await letters(1), ['alarm']);
    const waiting = await record('channel=email&status=waiting');
    const morning = `${clock.now().toISOString().slice(0, 8)}16T06:00:00.000000Z`;
    t.match(waiting, [{ reason: 'quiet_hours', due_at: morning }, { due_at: morning }]);
    pass(60 * 8);
    t.equal((await record('channel=email&status=waiting')).length, 2, 'half past five is too early');
    pass(31);
    t.same(await letters(2), ['alarm', '2 notifications']);
    mail.letters.length = 0;
  });

  t.test('throttle one subject, and tell what was held back in the next message', async (t) => {
    const email = { enabled: true, minimum_priority: 'low', categories: null, digest_minutes: 0 };
    await put({ email, throttle: { most: 2, minutes: 10 } });
    for (const n of [1, 2]) await tell(`flap ${n}`, { subject: 'flap', category: 'rack' });
    await letters(2);
    for (const n of [3, 4]) await tell(`flap ${n}`, { subject: 'flap', category: 'rack' });
    await tell('calm', { subject: 'calm', category: 'rack' });
    t.same((await letters(3)).sort(), ['calm', 'flap 1', 'flap 2']);
    t.equal((await record('channel=email&status=waiting')).length, 2);
    const { body } = await harness.call('GET', '/notifications?search=flap', { as: owner });
    t.match(body.items, [
      { title: 'flap 2', held_back: 2 },
      { title: 'flap 1', held_back: 0 },
    ]);
    // As while another process sends: held-back messages are not sent by themselves before the next message is there.
    await behind(
      harness,
      sql`update notification_targets set claim_id = gen_random_uuid(), lease_until = now() + interval '1 hour'`,
    );
    clock.advance(11 * MINUTE_MS);
    await tell('flap 5', { subject: 'flap', category: 'rack' });
    await behind(harness, sql`update notification_targets set claim_id = null, lease_until = null`);
    harness.get(DeliveryWorker).wake();
    t.same((await letters(4)).at(-1), 'flap 5');
    t.match(plain(), /2 more held back since the last message:\r?\n.*flap 3\r?\n.*flap 4/);
    t.same(await record('channel=email&status=waiting'), []);
    mail.letters.length = 0;
  });

  t.test('send to kept channels, once each, what their keepers and users ask for', async (t) => {
    const channel = async (body: object) =>
      (await harness.call('POST', '/notifications/channels', { as: owner, body })).body.id;
    const room = await channel({
      name: 'Room',
      kind: 'teams',
      url: `${sink.url}/teams`,
      minimum_priority: 'high',
      digest_minutes: 60,
    });
    const taste = { enabled: true, minimum_priority: 'high', categories: null, digest_minutes: 0 };
    const way = { ...taste, categories: ['fabric'] };
    t.equal((await put({ webhook: { ...way, channel_id: room } })).status, 422, 'a room is no webhook');
    await put({ email: { ...taste, enabled: false }, chat: { ...way, channel_id: room } });
    const [event] = pausedEvents(organization_id, 1);
    if (event === undefined) throw new Error('no event');
    await harness.get(EventIntake).take([event]);
    await waitFor('the room to be told', () => sink.to('/teams').length === 1);
    t.match(sink.to('/teams')[0]?.body, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              { type: 'RichTextBlock', inlines: [{ text: 'Connection paused: wire 0', weight: 'Bolder' }] },
            ],
          },
        },
      ],
    });
    pass(120);
    t.same(await record('channel=chat&status=waiting'), [], 'not once more with the digest');
    t.equal(sink.to('/teams').length, 1);
    await harness.call('PATCH', `/notifications/channels/${room}`, {
      as: owner,
      body: { is_enabled: false },
    });
    await harness.get(EventIntake).take(pausedEvents(organization_id, 1));
    pass(120);
    t.equal(sink.to('/teams').length, 1);
  });
});
