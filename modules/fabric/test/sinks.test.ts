import { createHmac } from 'node:crypto';
import { unavailable } from '@patchbay/kernel/errors';
import type { OutboundReply, OutboundRequest } from '@patchbay/kernel/outbound';
import { OutboundFailure } from '@patchbay/kernel/outbound';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock } from '@patchbay/kernel/telemetry';
import type { DirectNotice, DirectOutcome } from '@patchbay/module-notifications/contract';
import t from 'tap';
import Type from 'typebox';
import { cleanName } from '../services/events/ingest.ts';
import { Notifier } from '../services/sinks/notifier.ts';
import { isLastingRefusal, WebhookSender } from '../services/sinks/webhook-sender.ts';

function sender(answer: (request: OutboundRequest) => Partial<OutboundReply>, signingSecret?: string) {
  const sent: OutboundRequest[] = [];
  const outbound = {
    async send(request: OutboundRequest) {
      sent.push(request);
      return {
        status: 200,
        headers: {},
        bytes: Buffer.alloc(0),
        truncated: false,
        peerFingerprint: undefined,
        body: '',
        ...answer(request),
      };
    },
  };
  return {
    sent,
    sender: new WebhookSender({
      outbound,
      clock: new ManualClock(),
      options: { allowedHosts: ['lan'], signingSecret },
    }),
  };
}

t.test('a webhook goes out under the public policy with 30 seconds and 16 KiB', async (t) => {
  const { sent, sender: webhooks } = sender(() => ({}));
  await webhooks.send({ url: 'https://example.com/', payload: { a: 1 } }, { effect_id: 'e' });
  t.match(sent[0], {
    policy: 'public',
    method: 'POST',
    body: '{"a":1}',
    timeoutMs: 30_000,
    maxBytes: 16_384,
    allowedHosts: ['lan'],
    headers: { 'content-type': 'application/json', 'x-fabric-delivery': 'e' },
  });
  t.notOk(sent[0]?.headers?.['x-fabric-signature']);
});

t.test('the signature covers timestamp, dot and raw body, and cannot be overridden', async (t) => {
  const { sent, sender: webhooks } = sender(() => ({}), 'secret');
  await webhooks.send({ url: 'https://example.com/', method: 'GET' }, { effect_id: 'e' });
  for (const name of ['X-FABRIC-Delivery', 'x-fabric-signature', 'Cookie'])
    t.match(
      await webhooks
        .send({ url: 'https://example.com/', headers: { [name]: 'mine' } }, { effect_id: 'e' })
        .catch((error: unknown) => error),
      { details: [{ field: `headers.${name}`, type: 'not_allowed' }] },
    );
  t.equal(sent.length, 1);
  const timestamp = String(new Date('2026-01-01T00:00:00Z').getTime() / 1_000);
  t.equal(sent[0]?.body, undefined);
  t.match(sent[0]?.headers, {
    'x-fabric-timestamp': timestamp,
    'x-fabric-signature': `sha256=${createHmac('sha256', 'secret').update(`${timestamp}.`).digest('hex')}`,
    'x-fabric-delivery': 'e',
  });
});

t.test('answers other than 2xx and silent peers are declared errors', async (t) => {
  const moved = sender(() => ({ status: 302 })).sender;
  await t.rejects(moved.send({ url: 'https://example.com/' }, { effect_id: 'e' }), {
    message: 'The destination answered 302.',
  });
  const failing = (code: string) =>
    sender(() => {
      throw new OutboundFailure(code, { sent: true });
    }).sender.send({ url: 'https://example.com/' }, { effect_id: 'e' });
  await t.rejects(failing('ETIMEDOUT'), {
    message: 'The destination did not answer within 30 seconds.',
  });
  await t.rejects(failing('ECONNREFUSED'), {
    message: 'The destination could not be reached: ECONNREFUSED.',
  });
});

t.test('what a destination refuses for good is told apart from what it may take later', async (t) => {
  const refusal = async (status: number) => {
    const refusing = sender(() => ({ status, headers: { 'retry-after': '7' } })).sender;
    return refusing
      .send({ url: 'https://example.com/' }, { effect_id: 'e' })
      .catch((error: unknown) => error);
  };
  for (const status of [301, 400, 401, 404, 410, 422])
    t.ok(isLastingRefusal(await refusal(status)), String(status));
  for (const status of [408, 425, 429, 500, 503])
    t.notOk(isLastingRefusal(await refusal(status)), String(status));
  t.match(await refusal(503), { retryAfterSeconds: 7 });
  t.notOk(isLastingRefusal(new Error('x')));
});

const context = {
  principal: systemPrincipal('o1'),
  effect_id: 'x',
  causation: ['e1', 'c1'],
  signal: new AbortController().signal,
};

t.test('a notification is handed over with its effect; what did not get out is named', async (t) => {
  const sent: DirectNotice[] = [];
  const answering = (told: Partial<DirectOutcome>) =>
    new Notifier({
      notifications: {
        channelsSchema: () => Type.Object({}),
        send: async (_principal, notice) => {
          sent.push(notice);
          return { notice_id: 'n', delivered: [], pending: [], failures: [], ...told };
        },
      },
    });
  const channels = { chat: { url: 'https://example.com/' } };
  const told = { delivered: ['in_app'], pending: ['chat'] };
  t.same(await answering(told).notify({ channels }, context), { notice_id: 'n', ...told });
  const failures = [{ channel: 'chat', message: 'The receiver answered 404.' }];
  await t.rejects(answering({ failures }).notify({ channels, title: 'T', body: 'B' }, context), {
    message: 'Not delivered through chat: The receiver answered 404.',
  });
  const about = { effect_id: 'x', channels, category: 'fabric', event_id: 'e1' };
  t.same(sent, [
    { ...about, title: 'Notification', body: '' },
    { ...about, title: 'T', body: 'B' },
  ]);
});

t.test('what our own database failed is no failed delivery', async (t) => {
  const gone = unavailable({ cause: new Error('Connection terminated unexpectedly') });
  const notifier = new Notifier({
    notifications: { channelsSchema: () => Type.Object({}), send: () => Promise.reject(gone) },
  });
  const told = notifier.notify({ channels: { chat: {} } }, context);
  t.equal(await told.catch((error: unknown) => error), gone);
});

t.test('names of ingested events keep a-z, 0-9, _ and -', async (t) => {
  t.equal(cleanName('Front Door_7-b!'), 'frontdoor_7-b');
  t.equal(cleanName('  '), null);
  t.equal(cleanName(undefined), null);
});
