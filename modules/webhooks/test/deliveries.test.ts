import { createHmac } from 'node:crypto';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

const signatureOf = (secret: string, timestamp: unknown, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

t.test('deliveries', async (t) => {
  const world = await World.start(t);

  t.test(
    'events come in their order, numbered without holes and signed over timestamp and body',
    async (t) => {
      const receiver = await Receiver.start(t);
      const { id, secret } = await world.subscribe(receiver.url);
      const keys = Array.from({ length: 40 }, (_, index) => index);
      const ids = await world.publish(keys, { token: 'secret', door: { password: 'x', open: true } });
      await waitFor('all deliveries', () => receiver.received.length === 40);
      t.same(receiver.keys, keys);
      t.same(
        receiver.sequences,
        keys.map((key) => key + 1),
      );
      t.equal(new Set(receiver.received.map(({ headers }) => headers['x-webhook-id'])).size, 40);
      const [first] = receiver.received;
      const timestamp = first?.headers['x-webhook-timestamp'];
      t.equal(first?.headers['x-webhook-signature'], signatureOf(secret, timestamp, String(first?.body)));
      t.match(first?.headers, { 'x-webhook-event': 'ingest.external', 'content-type': 'application/json' });
      const body = JSON.parse(String(first?.body));
      t.match(body, {
        id: ids[0],
        event_type: 'ingest.external',
        organization_id: world.owner.organization_id,
      });
      t.same(body.delivery, {
        id: first?.headers['x-webhook-id'],
        webhook_id: id,
        kind: 'event',
        sequence: 1,
      });
      t.same(body.payload.payload, { key: 0, door: { open: true } }, 'secrets are removed at any depth');
      await world.idle(id);
      t.match(await world.status(id), { last_sequence: 40, failing_since: null, next_attempt_at: null });
      const [newest] = await world.deliveries(id, '?sequence=1');
      const detail = (await world.call('GET', `/${id}/deliveries/${newest?.['id']}`)).body;
      t.match(detail, { status: 'delivered', attempts: 1, answer: { status: 200, body: 'thanks' } });
      t.equal(detail.request.body, first?.body);
      t.equal(detail.request.headers['x-webhook-signature'], '[redacted]');
      await world.call('DELETE', `/${id}`);
    },
  );

  t.test(
    'only what a pattern asks for is sent, and nothing of before or of another organization',
    async (t) => {
      const receiver = await Receiver.start(t);
      await world.publish(['before']);
      const { id } = await world.subscribe(receiver.url, { events: ['site.*', 'user.created'] });
      const elsewhere = await world.harness.organization('Elsewhere');
      const stranger = await world.harness.person('org_admin', elsewhere);
      await world.harness.site(stranger, 'Foreign');
      await world.publish(['other']);
      await world.harness.site(world.owner, 'Mine');
      await waitFor('the delivery', () => receiver.received.length === 1);
      await world.idle(id);
      t.match(JSON.parse(String(receiver.received[0]?.body)), {
        event_type: 'site.created',
        payload: { name: 'Mine' },
      });
      t.equal(receiver.received.length, 1);
      t.equal((await world.call('GET', `/${id}`, undefined, stranger)).status, 404);
      t.equal((await world.call('GET', `/${id}/deliveries`, undefined, stranger)).status, 404);
      t.equal((await world.call('POST', `/${id}/test`, {}, stranger)).status, 404);
      await world.call('DELETE', `/${id}`);
    },
  );

  t.test(
    'the record of a delivery tells where it went, not the address that lets one post there',
    async (t) => {
      const receiver = await Receiver.start(t);
      const { id } = await world.subscribe(`${receiver.url}/services/a-room-of-its-own?key=k`);
      await world.publish(['a']);
      await waitFor('the delivery', () => receiver.received.length === 1);
      await world.idle(id);
      const list = await world.call('GET', `/${id}/deliveries`);
      const [{ id: delivery }] = list.body.items;
      const shown = await world.call('GET', `/${id}/deliveries/${delivery}`);
      t.match(shown.body, { request: { url: `${new URL(receiver.url).origin}/[redacted]` } });
      t.notMatch(list.text + shown.text, /a-room-of-its-own/);
      await world.call('DELETE', `/${id}`);
    },
  );

  t.test(
    'a template shapes the body; what does not resolve is a failed delivery with a number',
    async (t) => {
      const receiver = await Receiver.start(t);
      const body = {
        text: 'Door {{trigger.payload.key}} says {{trigger.payload.word}}',
        n: '{{delivery.sequence}}',
        whole: '{{trigger.payload}}',
        event: '{{event.id}}',
      };
      const template = (await world.call('POST', '/templates', { name: 'Chat', body })).body;
      const { id } = await world.subscribe(receiver.url, { template_id: template.id });
      const [first] = await world.publish(['a'], { word: '{{event.id}}' });
      await world.publish(['b']);
      await world.publish(['c'], { word: 'hi' });
      await waitFor('two deliveries', () => receiver.received.length === 2);
      t.same(JSON.parse(String(receiver.received[0]?.body)), {
        text: 'Door a says {{event.id}}',
        n: 1,
        whole: { key: 'a', word: '{{event.id}}' },
        event: first,
      });
      t.same(receiver.sequences, [1, 3], 'the receiver sees that it missed one');
      await world.idle(id);
      const [failed] = await world.deliveries(id, '?status=failed');
      t.match(failed, { sequence: 2, reason: 'template_unresolved: trigger.payload.word' });
      t.equal((await world.call('DELETE', `/templates/${template.id}`)).status, 409);
      await world.call('PATCH', `/templates/${template.id}`, {
        body: { text: 'Door {{trigger.payload.key}}' },
      });
      const resent = await world.call('POST', `/${id}/deliveries/${failed?.['id']}/resend`);
      t.match(resent, { status: 201, body: { kind: 'resend', resend_of: failed?.['id'], sequence: 2 } });
      await waitFor('the resent one', () => receiver.received.length === 3);
      t.equal(receiver.sequences[2], 2);
      t.equal(receiver.received[2]?.body, '{"text":"Door b"}');
      t.equal(receiver.received[2]?.headers['x-webhook-id'], resent.body.id);
      await world.call('DELETE', `/${id}`);
      t.equal((await world.call('DELETE', `/templates/${template.id}`)).status, 204);
    },
  );

  t.test('what the author may no longer see is withheld and leaves no hole', async (t) => {
    const receiver = await Receiver.start(t);
    const author = await world.harness.person('org_admin');
    const { id } = await world.subscribe(receiver.url, { events: ['ingest.external', 'site.*'] }, author);
    await world.publish(['seen']);
    await waitFor('the first', () => receiver.received.length === 1);
    const user = (await world.harness.call('GET', `/users/${author.user_id}`, { as: world.owner })).body;
    const demoted = await world.harness.call('PATCH', `/users/${user.id}`, {
      as: world.owner,
      body: { role: 'admin' },
    });
    t.equal(demoted.status, 200);
    await world.publish(['hidden']);
    await world.harness.site(world.owner, 'Still seen');
    await waitFor('the next', () => receiver.received.length === 2);
    t.equal(receiver.received[1]?.headers['x-webhook-event'], 'site.created');
    t.same(receiver.sequences, [1, 2]);
    await world.idle(id);
    const [withheld] = await world.deliveries(id, '?status=withheld');
    t.match(withheld, { reason: 'not_visible', sequence: null, event_type: 'ingest.external' });
    const disabled = await world.harness.call('PATCH', `/users/${user.id}`, {
      as: world.owner,
      body: { is_active: false },
    });
    t.equal(disabled.status, 200);
    await world.harness.site(world.owner, 'Unheard');
    const paused = await waitFor('the webhook to be switched off', async () => {
      const { body } = await world.call('GET', `/${id}`);
      return body.is_enabled ? null : body;
    });
    t.match(paused, { disabled_reason: 'author_disabled', author_id: author.user_id });
    const events = await waitFor('the event', async () => {
      const { body } = await world.harness.call('GET', '/events?event_type=webhooks.**', { as: world.owner });
      return body.total > 0 ? body.items : null;
    });
    t.match(events[0].payload, { webhook_id: id, reason: 'author_disabled' });
    t.equal(receiver.received.length, 2);
    const taken = await world.call('PATCH', `/${id}`, { is_enabled: true });
    t.match(taken.body, { is_enabled: true, author_id: world.owner.user_id, disabled_reason: null });
    await world.harness.site(world.owner, 'Heard again');
    await waitFor('the delivery on other authority', () => receiver.received.length === 3);
    t.same(receiver.sequences, [1, 2, 3]);
    await world.call('DELETE', `/${id}`);
  });

  t.test('during a rotation both secrets sign; afterwards the new one alone', async (t) => {
    const receiver = await Receiver.start(t);
    const { id, secret } = await world.subscribe(receiver.url);
    const rotated = await world.call('POST', `/${id}/rotate-secret`, { overlap_seconds: 300 });
    t.equal(rotated.status, 200);
    t.not(rotated.body.secret, secret);
    t.equal((await world.call('POST', `/${id}/rotate-secret`, {})).status, 409);
    await world.publish(['both']);
    await waitFor('the delivery', () => receiver.received.length === 1);
    const [both] = receiver.received;
    const timestamp = both?.headers['x-webhook-timestamp'];
    const expected = [rotated.body.secret, secret].map((each) =>
      signatureOf(each, timestamp, String(both?.body)),
    );
    t.equal(both?.headers['x-webhook-signature'], expected.join(','));
    await world.pass(301_000);
    await world.publish(['new']);
    await waitFor('the next', () => receiver.received.length === 2);
    const [, alone] = receiver.received;
    t.equal(
      alone?.headers['x-webhook-signature'],
      signatureOf(rotated.body.secret, alone?.headers['x-webhook-timestamp'], String(alone?.body)),
    );
    const again = await world.call('POST', `/${id}/rotate-secret`, { overlap_seconds: 0 });
    t.equal(again.body.former_secret_until, null);
    t.notOk('secret' in (await world.call('GET', `/${id}`)).body);
    await world.call('DELETE', `/${id}`);
  });

  t.test('a replay goes over everything since a time again, with the numbers it had', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    const since = new Date().toISOString();
    await world.publish(['a', 'b']);
    await waitFor('two', () => receiver.received.length === 2);
    await world.call('PATCH', `/${id}`, { is_enabled: false });
    await world.publish(['missed']);
    t.equal((await world.call('POST', `/${id}/replay`, { since })).status, 409);
    await world.call('PATCH', `/${id}`, { is_enabled: true });
    await world.publish(['c']);
    await waitFor('the third', () => receiver.received.length === 3);
    t.same(receiver.sequences, [1, 2, 3]);
    t.equal((await world.call('POST', `/${id}/replay`, { since })).status, 202);
    await world.publish(['d']);
    await waitFor('the rest', () => receiver.received.length === 8);
    t.same(receiver.keys.slice(3), ['a', 'b', 'missed', 'c', 'd']);
    t.same(receiver.sequences.slice(3), [1, 2, 4, 3, 5]);
    t.equal(new Set(receiver.received.map(({ headers }) => headers['x-webhook-id'])).size, 8);
    await world.idle(id);
    t.equal((await world.deliveries(id, '?kind=replay')).length, 4);
    for (const bad of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
      t.equal((await world.call('POST', `/${id}/replay`, { since: bad })).status, 422);
    await world.call('DELETE', `/${id}`);
  });

  t.test('a test is one try without a number, also while the webhook is switched off', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url, { is_enabled: false });
    const answer = await world.call('POST', `/${id}/test`, {});
    t.match(answer, { status: 201, body: { kind: 'test', sequence: null, event_type: 'webhooks.test' } });
    await waitFor('the test', () => receiver.received.length === 1);
    t.equal(receiver.sequences[0], 0);
    const [event] = await world.publish(['real']);
    await world.call('POST', `/${id}/test`, { event_id: event });
    await waitFor('the second test', () => receiver.received.length === 2);
    t.equal(receiver.keys[1], 'real');
    await world.idle(id);
    t.equal((await world.status(id)).last_sequence, 0);
    t.equal(
      (await world.call('POST', `/${id}/test`, { event_id: '0199aa00-0000-7000-8000-000000000000' })).status,
      404,
    );
    await world.call('DELETE', `/${id}`);
  });
});
