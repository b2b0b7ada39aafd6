import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { SequenceLedger, verifyWebhook } from '../webhooks/index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const SECONDS = NOW.getTime() / 1_000;
const signatureOf = (secret: string, timestamp: number | string, body: string | Uint8Array) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
const headersOf = (secret: string, body: string, timestamp = SECONDS) => ({
  'x-webhook-timestamp': String(timestamp),
  'x-webhook-signature': signatureOf(secret, timestamp, body),
  'x-webhook-id': 'd1',
  'x-webhook-sequence': '7',
  'x-webhook-event': 'site.created',
});
const secret = fc.string({ minLength: 1, maxLength: 50 });

t.test('what was signed with the secret is verified, whatever the body', async (t) => {
  fc.assert(
    fc.property(secret, fc.string({ unit: 'binary' }), (key, body) => {
      const verified = verifyWebhook({ headers: headersOf(key, body), body }, { secrets: key, now: NOW });
      return verified.ok && verified.id === 'd1' && verified.sequence === 7;
    }),
  );
  const bytes = Uint8Array.from([0, 255, 10, 13]);
  const headers = { ...headersOf('s', ''), 'x-webhook-signature': signatureOf('s', SECONDS, bytes) };
  t.match(verifyWebhook({ headers, body: bytes }, { secrets: 's', now: NOW }), {
    ok: true,
    event_type: 'site.created',
    sent_at: NOW,
  });
});

t.test('another body, another secret or another timestamp is refused', async () => {
  fc.assert(
    fc.property(secret, secret, fc.string(), fc.string(), (key, other, body, otherBody) => {
      fc.pre(key !== other && body !== otherBody);
      const headers = headersOf(key, body);
      const refused = (request: { headers: Record<string, string>; body: string }, secrets: string) => {
        const verified = verifyWebhook(request, { secrets, now: NOW });
        return !verified.ok && verified.reason === 'signature_wrong';
      };
      return (
        refused({ headers, body: otherBody }, key) &&
        refused({ headers, body }, other) &&
        refused({ headers: { ...headers, 'x-webhook-timestamp': String(SECONDS + 1) }, body }, key)
      );
    }),
  );
});

t.test('during a rotation either signature is enough, and either secret may be known', async (t) => {
  const body = '{}';
  const headers = {
    ...headersOf('new', body),
    'X-Webhook-Signature': undefined,
    'x-webhook-signature': `${signatureOf('new', SECONDS, body)},${signatureOf('old', SECONDS, body)}`,
  };
  const request = { headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value)), body };
  for (const secrets of ['new', 'old', ['old', 'unknown'], ['unknown', 'new']])
    t.ok(verifyWebhook(request, { secrets, now: NOW }).ok, String(secrets));
  t.notOk(verifyWebhook(request, { secrets: 'unknown', now: NOW }).ok);
});

t.test('old and future deliveries are refused beyond the tolerance', async (t) => {
  for (const [age, ok] of [
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ] as const) {
    const headers = headersOf('s', 'x', SECONDS - age);
    const verified = verifyWebhook({ headers, body: 'x' }, { secrets: 's', now: NOW });
    t.equal(verified.ok, ok, `${age} s`);
    if (!verified.ok) t.equal(verified.reason, 'timestamp_outside_tolerance');
  }
  const headers = headersOf('s', 'x', SECONDS - 3_000);
  t.ok(verifyWebhook({ headers, body: 'x' }, { secrets: 's', now: NOW, toleranceSeconds: 3_600 }).ok);
});

t.test('whatever a sender says gives an answer, never an exception', async (t) => {
  const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
  fc.assert(
    fc.property(value, value, fc.string(), (timestamp, signature, body) => {
      const headers = { 'X-Webhook-Timestamp': timestamp, 'X-WEBHOOK-SIGNATURE': signature };
      return !verifyWebhook({ headers, body }, { secrets: 's' }).ok;
    }),
  );
  const right = headersOf('s', 'x');
  const cases: [Record<string, string>, string][] = [
    [{}, 'timestamp_missing'],
    [{ ...right, 'x-webhook-timestamp': '1e9' }, 'timestamp_missing'],
    [{ 'x-webhook-timestamp': String(SECONDS) }, 'signature_missing'],
    [{ ...right, 'x-webhook-signature': 'sha1=abc' }, 'signature_missing'],
    [{ ...right, 'x-webhook-signature': `${'sha256=0,'.repeat(400)}` }, 'signature_missing'],
    [{ ...right, 'x-webhook-signature': right['x-webhook-signature'].toUpperCase() }, 'signature_missing'],
  ];
  for (const [headers, reason] of cases)
    t.same(verifyWebhook({ headers, body: 'x' }, { secrets: 's', now: NOW }), { ok: false, reason });
  for (const secrets of [[], '', ['a', ''], Array(11).fill('a')])
    t.throws(() => verifyWebhook({ headers: right, body: 'x' }, { secrets }), TypeError);
});

t.test('the ledger knows what is missing, in whatever order numbers come, across restarts', async () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 80 }), (numbers) => {
      let ledger = new SequenceLedger();
      const seen = new Set<number>();
      for (const number of numbers) {
        if (ledger.note(number) === seen.has(number)) return false;
        seen.add(number);
        ledger = new SequenceLedger(JSON.parse(JSON.stringify(ledger.state)));
      }
      const highest = Math.max(0, ...seen);
      const expected = Array.from({ length: highest }, (_, index) => index + 1).filter(
        (one) => !seen.has(one),
      );
      const missing = ledger.missing.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
      return JSON.stringify(missing) === JSON.stringify(expected);
    }),
  );
});

t.test('the ledger stays bounded and counts what it had to give up', async (t) => {
  const ledger = new SequenceLedger(undefined, 2);
  for (const number of [0, -1, 2.5, Number.NaN]) t.notOk(ledger.note(number));
  for (const number of [2, 4, 6]) t.ok(ledger.note(number));
  t.same(ledger.state, {
    complete_to: 2,
    beyond: [
      { from: 4, to: 4 },
      { from: 6, to: 6 },
    ],
  });
  t.equal(ledger.givenUp, 1);
  t.same(ledger.missing, [
    { from: 3, to: 3 },
    { from: 5, to: 5 },
  ]);
});
