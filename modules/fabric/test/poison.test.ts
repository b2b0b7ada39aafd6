import { sql } from '@patchbay/kernel/database';
import { CONSUME_ATTEMPTS, durableListener, EVENT_BUS, LOG_READER } from '@patchbay/kernel/events';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { moduleOf } from '@patchbay/test/kit';
import t from 'tap';
import { behind, publish } from './support/platform.ts';

const heard: unknown[] = [];
let isPoisonous = true;

/** Handles what was ingested, all but what is marked. */
const touchy = moduleOf(import.meta.filename, {
  id: 'touchy',
  title: 'Touchy',
  listeners: [
    durableListener({
      id: 'touchy.listener',
      kind: 'poisoned',
      async handle(events) {
        const keys = events
          .filter(({ event_type }) => event_type === 'ingest.external')
          .map(({ payload }) => Object(payload['payload'])['key']);
        if (isPoisonous && keys.includes('poison')) throw new TypeError('cannot be handled');
        heard.push(...keys);
      },
    }),
  ],
});

t.test('an event that cannot be handled', async (t) => {
  const harness = await bootPlatform(t, {
    modules: [touchy],
    work: false,
    environment: { LOG_LEVEL: 'silent' },
  });
  const owner = await harness.owner();
  const ids = await publish(harness, owner.organization_id, [{ key: 1 }, { key: 'poison' }, { key: 2 }]);
  const cursors = await waitFor('cursors', async () => {
    const reader = harness.get(LOG_READER);
    const events = (await reader.between(0, await reader.head(), 1_000)).filter(({ id }) => ids.includes(id));
    return events.length === 3 ? events.map(({ cursor }) => cursor) : null;
  });
  const consume = (attempt: number) =>
    harness.get(EVENT_BUS).consume('poisoned', Math.min(...cursors), Math.max(...cursors), attempt);
  const list = async (as = owner) => harness.call('GET', '/events/dead-letters', { as });

  await t.test('keeps back no other kind, and is asked again by a job of its own', async (t) => {
    const [from_cursor, to_cursor] = [Math.min(...cursors), Math.max(...cursors)];
    await harness.get(EVENT_BUS).consumeAll(['connections', 'poisoned'], from_cursor, to_cursor, 1);
    const { rows } = await behind(harness, (db) =>
      sql`select payload, run_at > now() as later from graphile_worker._private_jobs
        where payload->>'kind' is not null`.execute(db),
    );
    t.same(rows, [{ payload: { kind: 'poisoned', tries: 1, from_cursor, to_cursor }, later: true }]);
  });

  await t.test('is retried with its batch, then alone, and keeps nothing else back', async (t) => {
    for (const attempt of [1, 2]) await t.rejects(consume(attempt));
    t.same(heard, []);
    await t.rejects(consume(3));
    t.same(heard, [1, 2]);
    t.match((await list()).body, { total: 0 });
  });

  await t.test('becomes a dead letter, once, for those who administer its organization', async (t) => {
    for (let again = 0; again < 2; again += 1) await consume(CONSUME_ATTEMPTS);
    const { body } = await list();
    t.match(body, {
      total: 1,
      items: [{ kind: 'poisoned', event_id: ids[1], event_type: 'ingest.external', error: 'TypeError' }],
    });
    t.notMatch(JSON.stringify(body), /cannot be handled/);
    t.equal((await list(await harness.person('admin'))).status, 403);
    const foreign = await harness.person('org_admin', await harness.organization('Elsewhere'));
    t.match((await list(foreign)).body, { total: 0 });
    const path = `/events/dead-letters/${body.items[0].id}/replay`;
    t.equal((await harness.call('POST', path, { as: foreign })).status, 404);
  });

  await t.test('is handed over again when asked, once', async (t) => {
    const [letter] = (await list()).body.items;
    const replay = () => harness.call('POST', `/events/dead-letters/${letter.id}/replay`, { as: owner });
    t.match(await replay(), { status: 202, body: { kind: 'poisoned', event_id: ids[1] } });
    t.equal((await replay()).status, 404);
    const { rows } = await behind(harness, (db) =>
      sql<{ payload: { from_cursor: number; to_cursor: number }; max_attempts: number }>`
        select payload, max_attempts from graphile_worker._private_jobs where payload->>'kind' = 'poisoned'
        order by id desc limit 1`.execute(db),
    );
    const [job] = rows;
    t.ok(Number(job?.max_attempts) > CONSUME_ATTEMPTS, 'tries that end with their process use up none');
    t.match(job?.payload, { from_cursor: cursors[1], to_cursor: cursors[1] });
    isPoisonous = false;
    heard.length = 0;
    await harness.get(EVENT_BUS).consume('poisoned', Number(cursors[1]), Number(cursors[1]), 1);
    t.same(heard, ['poison']);
    t.match((await list()).body, { total: 0 });
  });
});
