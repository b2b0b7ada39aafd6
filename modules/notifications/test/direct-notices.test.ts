import { randomUUID } from 'node:crypto';
import { sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { refusing, smtpPeer } from '@patchbay/test/kit';
import t from 'tap';
import { type DirectOutcome, NOTIFICATIONS } from '../contract.ts';
import { DeliveryWorker } from '../services/delivery/delivery-worker.ts';
import { behind, makeDue } from './support/make-due.ts';
import { receiver } from './support/receiver.ts';

t.test('notices to receivers that are named', async (t) => {
  const sink = await receiver(t);
  const mail = await smtpPeer(t, {
    onRcptTo: refusing((address) => (address.startsWith('nobody') ? 550 : null)),
  });
  const harness = await bootPlatform(t, {
    work: false,
    environment: {
      FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      FABRIC_WEBHOOK_SIGNING_SECRET: 'signing-secret',
      SMTP_URL: mail.url,
      MAIL_FROM: 'patchbay@example.com',
    },
  });
  const owner = await harness.owner();
  const system = systemPrincipal(owner.organization_id);
  const send = (channels: Readonly<Record<string, unknown>>, more: object = {}) =>
    harness.get(NOTIFICATIONS).send(system, {
      effect_id: randomUUID(),
      title: `told ${randomUUID()}`,
      body: '',
      channels,
      ...more,
    });
  const record = async (notice_id: string) =>
    (
      await harness.call('GET', `/notifications/deliveries?notice_id=${notice_id}&sort=created_at`, {
        as: owner,
      })
    ).body.items;

  t.test('go out through every channel, as fabric.notify spells them, with texts escaped', async (t) => {
    const title = 'Door <!channel> & *co*\r\nBcc: all@example.net';
    const body = 'see <https://evil.example|here> {{DATE(2026)}}\n<script>alert("x")</script>';
    const answer = await harness.call('POST', '/fabric/operations/fabric.notify/invoke', {
      as: owner,
      body: {
        params: {
          channels: {
            email: { to: 'ann@example.net' },
            chat: { url: `${sink.url}/slack`, kind: 'slack' },
            in_app: { user_ids: [owner.user_id] },
            webhook: { url: `${sink.url}/hook` },
          },
          title,
          body,
        },
      },
    });
    t.equal(answer.status, 200, answer.text);
    t.same(answer.body.output.delivered.sort(), ['chat', 'email', 'in_app', 'webhook']);
    const shown = 'Door <!channel> & *co* Bcc: all@example.net';
    t.same(sink.to('/hook')[0]?.body, { title: shown, body, event_id: null });
    t.match(sink.to('/hook')[0]?.headers, { 'x-fabric-delivery': /./, 'x-fabric-signature': /^sha256=/ });
    const escaped = 'Door &lt;!channel&gt; &amp; *co* Bcc: all@example.net';
    t.match(sink.to('/slack')[0]?.body, {
      mrkdwn: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: escaped } },
        { type: 'section', text: { text: /^see &lt;https:\/\/evil\.example\|here&gt;/ } },
      ],
    });
    const [letter] = mail.letters;
    t.same(letter?.to, ['ann@example.net']);
    t.notMatch(letter?.text, /^Bcc:/m);
    t.match(letter?.text, /^Subject: Door <!channel> & \*co\* Bcc: all@example.net\r?$/m);
    t.match(letter?.text.replaceAll('=\r\n', ''), '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    const rows = await record(answer.body.output.notice_id);
    t.same(
      rows.map((row: Record<string, unknown>) => [row['channel'], row['recipient'], row['status']]).sort(),
      [
        ['chat', new URL(sink.url).host, 'delivered'],
        ['email', 'ann@example.net', 'delivered'],
        ['in_app', owner.email, 'delivered'],
        ['webhook', new URL(sink.url).host, 'delivered'],
      ],
    );
    t.notMatch(JSON.stringify(rows), /\/slack|\/hook/, 'an address is a secret');
  });

  t.test('are refused as a whole when anything of them does not fit', async (t) => {
    const before = sink.received.length;
    const bad = [
      { pigeon: {} },
      { chat: { url: `${sink.url}/a`, kind: 'irc' } },
      { chat: { url: `${sink.url}/a` }, email: { to: 'a@b.example\r\nBcc: c@d.example' } },
      { webhook: { url: `${sink.url}/a`, headers: {} } },
      { in_app: { user_ids: [randomUUID()] } },
    ];
    for (const channels of bad) await t.rejects(send(channels), { message: 'Validation failed.' });
    t.equal(sink.received.length, before);
  });

  t.test('a receiver that refuses for good ends it, one that is private is never asked', async (t) => {
    sink.statuses.set('/gone', 410);
    const told = await send({
      chat: { url: `${sink.url}/gone` },
      email: { to: ['nobody@example.net', 'ann@example.net'] },
      webhook: { url: 'http://169.254.169.254/latest' },
      in_app: { user_ids: [owner.user_id] },
    });
    t.same(told.delivered, ['in_app']);
    t.match(told.failures, [
      { channel: 'chat', message: 'The receiver answered 410.' },
      { channel: 'email', message: 'This mail cannot be sent.' },
      { channel: 'webhook', message: 'This destination is not allowed.' },
    ]);
    const rows = await record(told.notice_id);
    t.equal(rows.filter(({ status }: { status: string }) => status === 'failed').length, 3);
    t.match(
      rows.find(({ recipient }: { recipient: string }) => recipient === 'ann@example.net'),
      { status: 'delivered', attempts: 1 },
    );
  });

  t.test('a receiver that fails is tried again under the same id, and keeps nobody waiting', async (t) => {
    sink.statuses.set('/shaky', 503);
    const effect_id = randomUUID();
    const url = `${sink.url}/shaky`;
    const first = await send({ webhook: { url } }, { effect_id });
    t.match(first.failures, [{ channel: 'webhook', message: 'The destination answered 503.' }]);
    const behindIt = await send({ webhook: { url } });
    t.equal(behindIt.failures.length, 1, 'what comes after is not tried before');
    t.equal(sink.to('/shaky').length, 1);
    const hanging = Array.from({ length: 12 }, (_, index) =>
      send({ webhook: { url: `${sink.url}/hang/${index}` } }),
    );
    await waitFor('half of the places to hang', () => sink.held.length === 8);
    const other = await harness.organization('Elsewhere');
    const free = await harness.get(NOTIFICATIONS).send(systemPrincipal(other), {
      effect_id: randomUUID(),
      title: 'free',
      body: '',
      channels: { webhook: { url: `${sink.url}/free` } },
    });
    t.same(free.delivered, ['webhook'], 'another organization has places of its own');
    t.same((await send({ chat: { url: `${sink.url}/chat` } })).delivered, ['chat'], 'so has another channel');
    for (let ended = 0; ended < 12; ended += 1) {
      await waitFor('one more that hangs', () => sink.held.length > ended);
      sink.held[ended]?.end('late');
    }
    for (const each of await Promise.all(hanging)) t.same(each.delivered, ['webhook']);
    sink.statuses.delete('/shaky');
    await waitFor('both to get through', async () => {
      if (sink.to('/shaky').length < 3) await makeDue(harness);
      return sink.to('/shaky').length === 3;
    });
    const [one, two] = sink.to('/shaky').map(({ headers }) => headers['x-fabric-delivery']);
    t.equal(one, two, 'the same message');
    const again = await waitFor('the record', async () => {
      const told = await send({ webhook: { url } }, { effect_id });
      return told.delivered.length === 1 ? told : null;
    });
    t.equal(again.notice_id, first.notice_id);
    t.equal(sink.to('/shaky').length, 3, 'a repeated step sends nothing anew');
  });

  t.test('what a killed process leaves goes on when its lease ends, under the same id', async (t) => {
    const url = `${sink.url}/hang/left`;
    const heldBefore = sink.held.length;
    const sending = send({ webhook: { url } });
    await waitFor('the message that hangs', () => sink.held.length === heldBefore + 1);
    const [before] = sink.to('/hang/left');
    await behind(
      harness,
      sql`update notification_targets set claim_id = gen_random_uuid(),
      lease_until = now() - interval '1 second' where lease_until is not null`,
    );
    harness.get(DeliveryWorker).wake();
    await waitFor('the message again', () => sink.held.length === heldBefore + 2);
    t.equal(sink.to('/hang/left')[1]?.headers['x-fabric-delivery'], before?.headers['x-fabric-delivery']);
    for (const answer of sink.held.slice(heldBefore)) answer.end('taken');
    const told = await sending;
    t.same(told.delivered, ['webhook']);
    t.match(await record(told.notice_id), [{ status: 'delivered', attempts: 2 }]);
  });

  t.test('a flood of one subject is held back, counted, and told in one message', async (t) => {
    const channels = { chat: { url: `${sink.url}/flood` } };
    const outcomes: DirectOutcome[] = [];
    for (let five = 0; five < 13; five += 1) {
      const parallel = [1, 2, 3, 4, 5].map((index) =>
        send(channels, { title: 'again', body: `no. ${five * 5 + index}`, subject: 'flood' }),
      );
      outcomes.push(...(await Promise.all(parallel)));
    }
    t.equal(outcomes.filter(({ delivered }) => delivered.length === 1).length, 60);
    t.equal(outcomes.filter(({ pending }) => pending.length === 1).length, 5);
    t.equal(sink.to('/flood').length, 60);
    await waitFor('what was held back', async () => {
      if (sink.to('/flood').length < 61) await makeDue(harness);
      return sink.to('/flood').length === 61;
    });
    t.match(sink.to('/flood')[60]?.body.text, /^5 notifications\n(.*again - no\. \d+\n?){5}$/);
  });
});
