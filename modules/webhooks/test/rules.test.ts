import { createHmac } from 'node:crypto';
import { Secret } from '@patchbay/kernel/secrets';
import { verifyWebhook } from '@patchbay/plugins-sdk/webhooks';
import fc from 'fast-check';
import t from 'tap';
import { backoffMs, RETRY_SPAN_MS } from '../services/delivery/backoff.ts';
import { eventBody } from '../services/delivery/event-body.ts';
import { decideRetry, type TryResult } from '../services/delivery/retry-decision.ts';
import { madeUpEvent } from '../services/delivery/sent-event.ts';
import { type Candidate, fillSlots, SLOT_LIMITS } from '../services/queue/delivery-slots.ts';
import { nextDue } from '../services/queue/next-due.ts';
import { assertDestination } from '../services/subscriptions/destination.ts';
import { signatureHeader } from '../services/subscriptions/signature.ts';
import { assertTemplateBody } from '../services/templates/template-check.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

t.test('what the platform signs, the verifier of the SDK accepts, with any of the secrets', async (t) => {
  const secrets = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(secrets, fc.string({ unit: 'binary' }), (texts, body) => {
      const signature = signatureHeader(
        texts.map((text) => new Secret(text)),
        NOW / 1_000,
        body,
      );
      const headers = { 'x-webhook-timestamp': String(NOW / 1_000), 'x-webhook-signature': signature };
      return texts.every(
        (known) => verifyWebhook({ headers, body }, { secrets: known, now: new Date(NOW) }).ok,
      );
    }),
  );
  const digest = createHmac('sha256', 'k').update('7.{}').digest('hex');
  t.equal(signatureHeader([new Secret('k')], 7, '{}'), `sha256=${digest}`, 'one secret: exactly one value');
});

t.test(
  'tries come ever more rarely, never more than ten minutes apart unless the receiver asks',
  async (t) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), random, (attempts, chance) => {
        const wait = backoffMs(attempts, chance);
        const full = Math.min(600_000, 5_000 * 2 ** (attempts - 1));
        return wait >= Math.floor(full / 2) && wait <= full && backoffMs(attempts + 1, chance) >= wait;
      }),
    );
    t.equal(backoffMs(1, 0, 120), 120_000);
    t.equal(backoffMs(1, 0, 999_999), 3_600_000);
  },
);

t.test(
  'a delivery ends delivered, refused for good, or after a day; else it waits for a later time',
  async () => {
    const result = fc.constantFrom<TryResult>('delivered', 'failed', 'gone', 'unresolved', 'busy', 'aborted');
    const kind = fc.constantFrom('event', 'replay', 'resend', 'test');
    const status = fc.option(fc.integer({ min: 100, max: 599 }));
    const facts = fc.record({
      attempts: fc.integer({ min: 1, max: 500 }),
      ageMs: fc.integer({ min: 0, max: 2 * RETRY_SPAN_MS }),
      ordered: fc.boolean(),
      mayStepAside: fc.boolean(),
      aside: fc.boolean(),
    });
    fc.assert(
      fc.property(result, kind, status, facts, random, (outcome, what, code, given, chance) => {
        const { attempts, ageMs, aside } = given;
        const verdict = decideRetry(
          { kind: what as 'event', attempts, aside, first_attempt_at: new Date(NOW - ageMs).toISOString() },
          { result: outcome, status: code, error: 'e', retry_after_seconds: 0 },
          { nowMs: NOW, random: chance, ...given },
        );
        const isWaiting = verdict.status === 'waiting';
        const endsByRule = ['delivered', 'gone', 'unresolved'].includes(outcome);
        return (
          isWaiting === (verdict.next_attempt_ms !== null) &&
          (!isWaiting || Number(verdict.next_attempt_ms) >= NOW) &&
          (!endsByRule || !isWaiting) &&
          (outcome !== 'failed' || ageMs <= RETRY_SPAN_MS || !isWaiting) &&
          (verdict.status === 'delivered') === (outcome === 'delivered') &&
          (given.mayStepAside || verdict.aside === aside)
        );
      }),
    );
  },
);

t.test('no receiver that hangs or fails takes the places of others', async () => {
  const candidate = fc.record({
    id: fc.uuid(),
    organization_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    slow: fc.boolean(),
  });
  const candidates = fc.array(candidate, { maxLength: 300 });
  fc.assert(
    fc.property(candidates, candidates, (wanting, held) => {
      const kept = fillSlots(held, [], SLOT_LIMITS);
      const chosen = fillSlots(wanting, kept, SLOT_LIMITS);
      const all = [...kept, ...chosen];
      const count = (fits: (each: Candidate) => boolean): number => all.filter(fits).length;
      const organizations = [...new Set(all.map(({ organization_id }) => organization_id))];
      return (
        all.length <= SLOT_LIMITS.maxAtOnce &&
        count(({ slow }) => slow) <= SLOT_LIMITS.maxSlow &&
        organizations.every(
          (id) =>
            count((each) => each.organization_id === id) <= SLOT_LIMITS.maxPerOrganization &&
            count((each) => each.organization_id === id && each.slow) <= SLOT_LIMITS.maxSlowPerOrganization,
        )
      );
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), (hanging) => {
      const slow = Array.from({ length: hanging }, (_, index) => ({
        id: String(index),
        organization_id: String(index % 50),
        slow: true,
      }));
      const kept = fillSlots(slow, [], SLOT_LIMITS);
      return fillSlots([{ id: 'x', organization_id: '7', slow: false }], kept, SLOT_LIMITS).length === 1;
    }),
  );
});

t.test(
  'whatever waits becomes due: no subscription is forgotten, and a blocked one waits for its retry',
  async () => {
    const times = fc.array(fc.integer({ min: NOW - 1_000, max: NOW + 1_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        times,
        fc.option(fc.integer({ min: NOW - 9, max: NOW + 9 })),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(1, 8),
        (all, aside, is_enabled, is_behind, lanes) => {
          const heads = all.slice(0, lanes);
          const { dueMs, blocked } = nextDue({ heads, aside }, { nowMs: NOW, lanes, is_enabled, is_behind });
          const something = aside !== null || (is_enabled && (heads.length > 0 || is_behind));
          if (!something) return dueMs === null && !blocked;
          if (dueMs === null) return false;
          if (blocked) return dueMs >= Math.min(NOW, aside ?? NOW);
          return !(is_enabled && is_behind) || dueMs <= NOW;
        },
      ),
    );
  },
);

t.test(
  'a template never reaches machinery of objects, and its body is an object whatever the payload',
  async (t) => {
    const event = madeUpEvent('e', 'o', '2026-11-20T12:00:00Z');
    const facts = { id: 'd', webhook_id: 'w', kind: 'event', sequence: 1 } as const;
    fc.assert(
      fc.property(fc.object(), fc.string(), (payload, path) => {
        const made = eventBody({ ...event, payload }, { x: `{{trigger.${path}}}`, y: '{{event.id}}' }, facts);
        return !made.ok || (made.value['y'] === 'e' && JSON.stringify(made.value) !== undefined);
      }),
    );
    for (const path of [
      'trigger.__proto__',
      'trigger.constructor',
      'trigger.a.prototype',
      'event.constructor',
    ])
      t.notOk(eventBody({ ...event, payload: { a: {} } }, { x: `{{${path}}}` }, facts).ok, path);
    for (const path of [
      '',
      'x',
      'event.payload',
      'event.id.x',
      'steps.0',
      'trigger.__proto__.x',
      'delivery.secret',
      'constructor',
    ])
      t.throws(() => assertTemplateBody({ x: [`a {{${path}}} b`] }), /Validation failed/, path);
    for (const path of ['trigger', 'trigger.a.0.b', ' event.id ', 'event', 'delivery.sequence'])
      t.doesNotThrow(() => assertTemplateBody({ x: `{{${path}}}` }), path);
  },
);

t.test('a destination that can never be sent to is refused at save', async (t) => {
  const refused = [
    'ftp://example.com',
    'not a url',
    'https://user:secret@example.com/',
    'http://10.0.0.1/',
    'http://127.0.0.1:9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
    'http://100.64.0.1/',
  ];
  for (const url of refused) t.throws(() => assertDestination(url, []), /Validation failed/, url);
  for (const url of ['https://example.com/x?y=1', 'http://9.9.9.9/', 'https://[2606:4700:4700::1111]/'])
    t.doesNotThrow(() => assertDestination(url, []), url);
  t.doesNotThrow(() => assertDestination('http://10.0.0.1:8080/', ['10.0.0.1:8080']));
  t.doesNotThrow(() => assertDestination('http://[::1]/', ['::1']));
});
