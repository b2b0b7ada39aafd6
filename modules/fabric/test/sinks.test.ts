import { createHmac } from 'node:crypto';
import { unavailable } from '@patchbay/kernel/errors';
import type { OutboundReply, OutboundRequest } from '@patchbay/kernel/outbound';
import { OutboundFailure } from '@patchbay/kernel/outbound';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock } from '@patchbay/kernel/telemetry';
import type { NotificationMessage } from '@patchbay/module-notifications/contract';
import t from 'tap';
import Type from 'typebox';
import { cleanName } from '../services/ingest.ts';
import { Notifier } from '../services/notifier.ts';
import { WebhookSender } from '../services/webhook-sender.ts';

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
    sender: new WebhookSender(outbound, new ManualClock(), { allowedHosts: ['lan'], signingSecret }),
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
  await webhooks.send(
    { url: 'https://example.com/', method: 'GET', headers: { 'X-FABRIC-Delivery': 'mine' } },
    { effect_id: 'e' },
  );
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

t.test('every channel is tried; the failed ones are named', async (t) => {
  const messages: NotificationMessage[] = [];
  const settings = Type.Object({ to: Type.String() });
  const good = {
    id: 'good',
    title: 'G',
    settings,
    deliver: async (_: unknown, message: NotificationMessage) => void messages.push(message),
  };
  const bad = { ...good, id: 'bad', deliver: () => Promise.reject(new Error('secret')) };
  const notifier = new Notifier({ values: [good, bad], version: 1 });
  const context = {
    principal: systemPrincipal('o1'),
    effect_id: 'x',
    causation: ['e1', 'c1'],
    signal: new AbortController().signal,
  };
  const both = notifier.notify(
    { channels: { bad: { to: 'a' }, good: { to: 'a' } }, title: '😀'.repeat(300), body: 'b' },
    context,
  );
  await t.rejects(both, {
    message: 'Not delivered through bad: The operation failed.',
  });
  t.same(messages, [{ title: '😀'.repeat(200), body: 'b', event_id: 'e1', effect_id: 'x' }]);
  await t.rejects(notifier.notify({ channels: { good: {} } }, context), { message: 'Validation failed.' });
  t.equal(messages.length, 1);
});

t.test('a channel that our own database failed is no failed delivery', async (t) => {
  const gone = unavailable({ cause: new Error('Connection terminated unexpectedly') });
  const settings = Type.Object({});
  const failing = (id: string, error: Error) => ({
    id,
    title: id,
    settings,
    deliver: () => Promise.reject(error),
  });
  const notifier = new Notifier({
    values: [failing('far', new Error('refused')), failing('own', gone)],
    version: 1,
  });
  const context = {
    principal: systemPrincipal('o1'),
    effect_id: 'x',
    causation: [],
    signal: new AbortController().signal,
  };
  const told = notifier.notify({ channels: { far: {}, own: {} } }, context);
  t.equal(await told.catch((error: unknown) => error), gone);
});

t.test('names of ingested events keep a-z, 0-9, _ and -', async (t) => {
  t.equal(cleanName('Front Door_7-b!'), 'frontdoor_7-b');
  t.equal(cleanName('  '), null);
  t.equal(cleanName(undefined), null);
});
