import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { DeliveryTurn } from '../services/delivery/delivery-turn.ts';
import type { Outcome } from '../services/delivery/record-outcomes.ts';
import type { Outgoing } from '../services/queue/begin-deliveries.ts';
import { MAX_SENT_AT_ONCE } from '../services/queue/locked-queue.ts';
import type { Step } from '../services/queue/queue-step.ts';

const CLAIM = { id: 'w1', claim_id: 'c1', organization_id: 'o1', slow: false };

const delivery = (id: string): Outgoing => ({
  id,
  kind: 'event',
  event_id: null,
  event_type: 'some.event',
  sequence: 1,
  aside: false,
  attempts: 1,
  first_attempt_at: '',
  next_attempt_at: '',
  created_at: '',
  subscription_id: CLAIM.id,
  url: 'https://hooks.example.test/',
  template: null,
  secrets: [],
  event: {
    id,
    event_type: 'some.event',
    category: 'some',
    priority: 'normal',
    organization_id: CLAIM.organization_id,
    site_id: null,
    occurred_at: '',
    payload: {},
  },
});

const outcome = (sent: Outgoing, result: Outcome['result']): Outcome => ({
  delivery: sent,
  at: '',
  result,
  status: null,
  error: null,
  retry_after_seconds: 0,
  duration_ms: 0,
  request: null,
  answer: null,
});

/** A subscription with one batch to send, and a receiver that answers when it is told to. */
function world(deliveries: readonly Outgoing[]) {
  const recorded: Outcome[] = [];
  const open = new Map<string, () => void>();
  let steps = 0;
  const advance = {
    async step(_claim: unknown, outcomes: readonly Outcome[]): Promise<Step> {
      recorded.push(...outcomes);
      steps += 1;
      return steps === 1 ? { do: 'send', deliveries } : { do: 'rest' };
    },
    async rest() {},
  };
  const post = {
    send: (sent: Outgoing) =>
      new Promise<Outcome>((resolve) => {
        open.set(sent.id, () => {
          open.delete(sent.id);
          resolve(outcome(sent, 'delivered'));
        });
      }),
    putOff: (sent: Outgoing) => outcome(sent, 'busy'),
  };
  return {
    turn: new DeliveryTurn({ queueStep: advance, post, disabling: { disable: async () => {} } }),
    open,
    recorded,
  };
}

const many = Array.from({ length: 20 }, (_, place) => delivery(`d${place}`));

t.test('of many that begin together a few are sent at a time, and each once', async (t) => {
  const { turn, open, recorded } = world(many);
  const ended = turn.run(CLAIM, new AbortController().signal);
  let most = 0;
  for (let left = many.length; left > 0; left -= 1) {
    await waitFor('requests', () => open.size === Math.min(left, MAX_SENT_AT_ONCE));
    most = Math.max(most, open.size);
    [...open.values()][0]?.();
  }
  await ended;
  t.equal(most, MAX_SENT_AT_ONCE);
  t.same(recorded.map(({ delivery: { id } }) => id).sort(), many.map(({ id }) => id).sort());
});

t.test('what has not been sent when the process stops is put off', async (t) => {
  const { turn, open, recorded } = world(many);
  const stopping = new AbortController();
  const ended = turn.run(CLAIM, stopping.signal);
  await waitFor('the first requests', () => open.size === MAX_SENT_AT_ONCE);
  stopping.abort();
  for (const answer of [...open.values()]) answer();
  await ended;
  const { delivered, busy } = Object.groupBy(recorded, ({ result }) => result);
  t.same([delivered?.length, busy?.length], [MAX_SENT_AT_ONCE, many.length - MAX_SENT_AT_ONCE]);
});

t.test('those beside the order do not take the places of the others', async () => {
  const asides = ['a', 'b'].map((id) => ({ ...delivery(id), aside: true }));
  const { turn, open } = world([...asides, ...many]);
  const ended = turn.run(CLAIM, new AbortController().signal);
  await waitFor('all that are sent at once', () => open.size === MAX_SENT_AT_ONCE + asides.length);
  while (open.size > 0) {
    for (const answer of [...open.values()]) answer();
    await new Promise(setImmediate);
  }
  await ended;
});
