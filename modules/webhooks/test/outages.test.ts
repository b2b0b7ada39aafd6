import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { answers, Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

t.test('receivers that fail', async (t) => {
  const world = await World.start(t);
  const first = async (id: string) => (await world.deliveries(id, '?sequence=1&kind=event'))[0];
  const attempts = async (id: string): Promise<number> => Number((await first(id))?.['attempts'] ?? 0);
  /** Moves time on to the next try and waits until it was made. */
  const nextTry = async (id: string): Promise<void> => {
    const before = await first(id);
    const untilMs = Date.parse(String(before?.['next_attempt_at'])) - world.clock.now().getTime();
    await world.pass(Math.max(untilMs, 0) + 1);
    await waitFor('the next try', async () => {
      const now = await first(id);
      return (
        Number(now?.['attempts']) > Number(before?.['attempts']) &&
        now?.['next_attempt_at'] !== before?.['next_attempt_at']
      );
    });
  };

  t.test('one that is down ten minutes gets everything in order, and delays nobody', async (t) => {
    const [down, fine] = [await Receiver.start(t), await Receiver.start(t)];
    const dead = await world.subscribe(down.url);
    const well = await world.subscribe(fine.url);
    await down.down();
    await world.publish([1, 2, 3]);
    await waitFor('the others', () => fine.received.length === 3);
    await waitFor('a first try', async () => (await first(dead.id))?.['reason']);
    const beganMs = world.clock.now().getTime();
    while (world.clock.now().getTime() - beganMs < 10 * MINUTE) await nextTry(dead.id);
    await world.publish([4]);
    await waitFor('the fourth elsewhere', () => fine.received.length === 4);
    t.match(await first(dead.id), { status: 'waiting', reason: 'ECONNREFUSED' });
    t.ok((await attempts(dead.id)) < 15, 'tried ever more rarely');
    await down.up();
    await world.pass(10 * MINUTE);
    await waitFor('everything', () => down.received.length === 4);
    t.same(down.keys, [1, 2, 3, 4]);
    t.same(down.sequences, [1, 2, 3, 4]);
    t.same(fine.keys, [1, 2, 3, 4]);
    await world.idle(dead.id);
    t.equal((await world.status(dead.id)).failing_since, null);
    const detail = (await world.call('GET', `/${dead.id}/deliveries/${(await first(dead.id))?.['id']}`)).body;
    t.match(detail.tries[0], { status: null, error: 'ECONNREFUSED' });
    t.match(detail.tries.at(-1), { status: 200, error: null });
    for (const { id } of [dead, well]) await world.call('DELETE', `/${id}`);
  });

  t.test('those that take 29 seconds have places of their own', async (t) => {
    const [hanging, fine] = [await Receiver.start(t), await Receiver.start(t)];
    hanging.hold();
    const slow = [];
    for (let index = 0; index < 40; index += 1) slow.push(await world.subscribe(hanging.url));
    await world.publish(['x']);
    await waitFor('as many as one organization may have', () => hanging.held.length === 32);
    const elsewhere = await world.harness.person('org_admin', await world.harness.organization('Neighbour'));
    const theirs = await world.subscribe(fine.url, { events: ['site.created'] }, elsewhere);
    await world.harness.site(elsewhere, 'Theirs');
    await waitFor('the neighbour', () => fine.received.length === 1);
    t.equal(hanging.held.length, 32);
    hanging.behave = answers(200);
    for (const answer of hanging.held) answer();
    await waitFor('all of them', () => hanging.received.length === 40);
    for (const { id } of slow) {
      await world.idle(id);
      await world.call('DELETE', `/${id}`);
    }
    await world.call('DELETE', `/${theirs.id}`, undefined, elsewhere);
  });

  t.test('one that is gone is switched off at once, with an event', async (t) => {
    const receiver = await Receiver.start(t);
    receiver.behave = answers(410);
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['a', 'b']);
    const { body } = await waitFor('the end', async () => {
      const answer = await world.call('GET', `/${id}`);
      return answer.body.is_enabled ? null : answer;
    });
    t.equal(body.disabled_reason, 'gone');
    await world.idle(id);
    t.equal(receiver.received.length, 1);
    t.match(await first(id), { status: 'failed', reason: 'gone' });
    await waitFor('the event', async () => {
      const found = await world.harness.call('GET', '/events?event_type=webhooks.subscription.disabled', {
        as: world.owner,
      });
      return found.body.items.some(
        ({ payload }: { payload: { webhook_id: string } }) => payload.webhook_id === id,
      );
    });
    await world.call('DELETE', `/${id}`);
  });

  t.test('redirects are not followed, and private addresses not reached', async (t) => {
    const [redirecting, target] = [await Receiver.start(t), await Receiver.start(t)];
    redirecting.behave = answers(302, { location: target.url });
    const redirected = await world.subscribe(redirecting.url);
    const named = await world.subscribe(target.url.replace('127.0.0.1', 'localhost'));
    await world.publish(['x']);
    await waitFor('both tries', async () =>
      (await Promise.all([redirected, named].map(({ id }) => first(id)))).every((each) => each?.['reason']),
    );
    t.match(await first(redirected.id), { status: 'waiting', reason: 'redirect_refused' });
    t.match(await first(named.id), { status: 'waiting', reason: 'address_refused' });
    t.equal(target.received.length, 0);
    for (const { id } of [redirected, named]) await world.call('DELETE', `/${id}`);
  });

  t.test('an event that is refused again and again no longer holds up those after it', async (t) => {
    const receiver = await Receiver.start(t);
    receiver.behave = (response, received) =>
      answers(JSON.parse(received.body).payload.payload.key === 'bad' ? 422 : 200)(response, received);
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['bad', 'good']);
    await waitFor('the first try', async () => (await first(id))?.['reason']);
    await nextTry(id);
    t.same(receiver.keys, ['bad', 'bad'], 'at first the order is kept');
    await nextTry(id);
    await waitFor('the next event', () => receiver.keys.includes('good'));
    t.match(await first(id), { status: 'waiting', attempts: 3, reason: 'answered 422' });
    receiver.behave = answers(200);
    await world.pass(10 * MINUTE);
    await world.idle(id);
    t.match(await first(id), { status: 'delivered', sequence: 1 });
    await world.call('DELETE', `/${id}`);
  });

  t.test('where order is not asked for, what fails holds up nothing', async (t) => {
    const receiver = await Receiver.start(t);
    receiver.behave = (response, received) =>
      answers(JSON.parse(received.body).payload.payload.key === 0 ? 500 : 200)(response, received);
    const { id } = await world.subscribe(receiver.url, { ordered: false });
    await world.publish(Array.from({ length: 20 }, (_, index) => index));
    await waitFor('the others', () => new Set(receiver.keys).size === 20);
    t.match(await first(id), { status: 'waiting', reason: 'answered 500' });
    receiver.behave = answers(200);
    await world.pass(MINUTE);
    await world.idle(id);
    t.same(
      [...new Set(receiver.sequences)].sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await world.call('DELETE', `/${id}`);
  });

  t.test('a day of tries ends a delivery; three days of failure switch the webhook off', async (t) => {
    const receiver = await Receiver.start(t);
    receiver.behave = answers(503, { 'retry-after': '3600' });
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['a', 'b']);
    await waitFor('the first try', async () => (await first(id))?.['reason']);
    const asked = Date.parse(String((await first(id))?.['next_attempt_at'])) - world.clock.now().getTime();
    t.ok(asked > 3_500_000, 'the receiver may ask for patience');
    await world.pass(DAY);
    await waitFor('the end of the first', async () => (await first(id))?.['status'] === 'failed');
    t.match(await first(id), { reason: 'gave_up: answered 503' });
    await waitFor('the second begun', () => receiver.sequences.includes(2));
    await world.pass(2 * DAY);
    const { body } = await waitFor('the end', async () => {
      const answer = await world.call('GET', `/${id}`);
      return answer.body.is_enabled ? null : answer;
    });
    t.equal(body.disabled_reason, 'failing');
    receiver.behave = answers(200);
    const [failed] = await world.deliveries(id, '?sequence=1');
    await world.call('POST', `/${id}/deliveries/${failed?.['id']}/resend`);
    await waitFor('the one resent by hand', () => receiver.sequences.at(-1) === 1);
    await world.call('DELETE', `/${id}`);
  });
});
