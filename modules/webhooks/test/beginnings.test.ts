import { sql } from '@patchbay/kernel/database';
import { waitFor } from '@patchbay/test/harness';
import t, { type Test } from 'tap';
import { answers, Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

t.test('where a webhook begins', async (t) => {
  const world = await World.start(t);
  /** One misses an event while it is off; what follows happens before the log has numbered that. */
  const missing = async (t: Test, then: (webhook: { id: string; since: string }) => Promise<unknown>) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    const since = new Date().toISOString();
    await world.call('PATCH', `/${id}`, { is_enabled: false });
    await world.behind(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('patchbay.relay'))`.execute(db);
      await world.publish(['missed']);
      await world.call('PATCH', `/${id}`, { is_enabled: true });
      await then({ id, since });
    });
    return { id, receiver, since };
  };

  t.test('what happened while it was off is skipped, even if the log numbers it later', async (t) => {
    const { id, receiver, since } = await missing(t, async () => {
      await world.publish(['heard']);
    });
    await waitFor('the event heard', () => receiver.received.length > 0);
    await world.publish(['after']);
    await waitFor('the one after it', () => receiver.keys.includes('after'));
    t.same(receiver.keys, ['heard', 'after']);
    t.same(receiver.sequences, [1, 2]);
    t.equal((await world.call('POST', `/${id}/replay`, { since })).status, 202);
    await waitFor('the replay', () => receiver.received.length === 5);
    t.same(receiver.keys.slice(2), ['missed', 'heard', 'after']);
    await world.call('DELETE', `/${id}`);
  });

  t.test('a replay asked for before the log has numbered what was missed delivers it', async (t) => {
    const { id, receiver } = await missing(t, async ({ id, since }) => {
      t.equal((await world.call('POST', `/${id}/replay`, { since })).status, 202);
    });
    await waitFor('what was missed', () => receiver.received.length === 1);
    t.same(receiver.keys, ['missed']);
    await world.call('DELETE', `/${id}`);
  });

  t.test('one that is switched off is behind nothing, however far the log goes on', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    await world.behind((db) =>
      sql`update webhook_queues set wanted_to = position + 1, due_at = null where id = ${id}::uuid`.execute(
        db,
      ),
    );
    t.equal((await world.status(id)).is_behind, true);
    await world.call('PATCH', `/${id}`, { is_enabled: false });
    t.equal((await world.status(id)).is_behind, false);
    await world.call('DELETE', `/${id}`);
  });

  t.test(
    'a replay makes no second delivery of what still waits, and its numbers leave no hole',
    async (t) => {
      const receiver = await Receiver.start(t);
      receiver.behave = answers(500);
      const { id } = await world.subscribe(receiver.url, { ordered: false });
      const since = new Date().toISOString();
      await world.publish(['refused']);
      await waitFor(
        'its try on record',
        async () => (await world.deliveries(id))[0]?.['reason'] === 'answered 500',
      );
      receiver.behave = answers(200);
      await world.publish(['before']);
      await waitFor('the one after it', () => receiver.keys.includes('before'));
      await world.publish(['unheard']);
      await waitFor('the third', () => receiver.keys.includes('unheard'));
      const known = receiver.received.length;
      t.equal((await world.call('POST', `/${id}/replay`, { since })).status, 202);
      await world.publish(['new']);
      await waitFor(
        'the replay',
        () => receiver.keys.includes('new') && receiver.received.length === known + 3,
      );
      t.same(receiver.keys.slice(known).toSorted(), ['before', 'new', 'unheard']);
      const numbers = receiver.keys.map((key, place) => `${key} ${receiver.sequences[place]}`);
      t.same([...new Set(numbers)].toSorted(), ['before 2', 'new 4', 'refused 1', 'unheard 3']);
      await world.call('DELETE', `/${id}`);
    },
  );

  t.test('what happened while the module was off is skipped; what waits then goes on', async (t) => {
    const receiver = await Receiver.start(t);
    const { id } = await world.subscribe(receiver.url);
    await world.publish(['first']);
    await waitFor('the first', () => receiver.received.length === 1);
    const setModule = (enabled: boolean) =>
      world.harness.call('PATCH', '/modules/webhooks', { as: world.owner, body: { enabled } });
    t.equal((await setModule(false)).status, 200);
    await world.publish(['missed']);
    t.equal((await setModule(true)).status, 200);
    await world.publish(['heard']);
    await waitFor('the event heard', () => receiver.received.length > 1);
    t.equal((await setModule(true)).status, 200, 'switched on twice is switched on once');
    await world.publish(['after']);
    await waitFor('the one after it', () => receiver.keys.includes('after'));
    t.same(receiver.keys, ['first', 'heard', 'after']);
    t.same(receiver.sequences, [1, 2, 3]);
    await world.call('DELETE', `/${id}`);
  });
});
