import { sql } from '@patchbay/kernel/database';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { BacktestRunner } from '../services/backtest/backtest-runner.ts';
import { behind, logs, publish } from './support/platform.ts';
import { readings } from './support/pretended.ts';
import { fabricScene } from './support/scene.ts';

const CONTROLLER = '01980000-0000-7000-8000-000000000001';
const EVENTS = 1_200;

t.test('a draft is tried on the events of the past', async (t) => {
  const { harness, organization_id, owner, sink } = await fabricScene(t);
  await publish(
    harness,
    organization_id,
    Array.from({ length: EVENTS }, (_, n) => ({ n, controller: n % 2 === 0 ? CONTROLLER : 'none' })),
  );
  await waitFor('the events', async () => {
    const answer = await harness.call('GET', '/events?event_type=ingest.external', { as: owner });
    return answer.body.total === EVENTS;
  });
  const draft = (fields: Readonly<Record<string, unknown>>) => ({
    name: 'Draft',
    source_event: 'ingest.external',
    steps: [logs('x')],
    ...fields,
  });
  const start = (fields: Readonly<Record<string, unknown>>, days = 7, as = owner) =>
    harness.call('POST', '/fabric/connections/backtest', {
      as,
      body: { connection: draft(fields), days },
    });
  const get = async (id: string, as = owner) => harness.call('GET', `/fabric/backtests/${id}`, { as });
  const ended = (id: string) =>
    waitFor('the end of the backtest', async () => {
      const { body } = await get(id);
      return body.finished_at === null ? null : body;
    });

  t.test('it shows what would have been staged and sends nothing', async (t) => {
    const answer = await start({
      conditions: { logic: 'and', conditions: [{ field: 'payload.n', operator: 'gte', value: 1_000 }] },
      steps: [
        { operation_id: 'fabric.webhook', params: { url: `${sink.url}/never` } },
        { operation_id: 'pretended.count', params: {} },
        {
          operation_id: 'pretended.set',
          params: { controller_id: '{{trigger.payload.controller}}', name: 'n{{trigger.payload.n}}' },
        },
        logs('{{steps.1.output.count}}'),
      ],
    });
    t.equal(answer.status, 202, answer.text);
    const payload = { backtest_id: answer.body.backtest_id, organization_id };
    const never = new AbortController().signal;
    await Promise.all([1, 2, 3].map(() => harness.get(BacktestRunner).run(payload, never)));
    const done = await ended(payload.backtest_id);
    t.match(done, {
      status: 'succeeded',
      matched: EVENTS,
      conditions_failed: 1_000,
      would_run: 200,
      would_fail: 100,
      would_stage: 100,
      is_truncated: false,
    });
    t.equal(done.runs.length, 100);
    const [failed, staged] = done.runs.slice(-1).concat(done.runs.slice(-2, -1));
    t.match(failed, { status: 'failed', reason: 'step 2 failed: BAD_TARGET' });
    t.match(staged.steps, [
      { status: 'skipped', reason: 'backtest', input: { url: `${sink.url}/never` } },
      { status: 'skipped', reason: 'backtest' },
      {
        output: {
          would_stage: { feature: 'pretended.set', controller_id: CONTROLLER, payload: { name: 'n1198' } },
        },
      },
      { status: 'skipped', reason: /^backtest: needs/ },
    ]);
    t.same([sink.deliveries.length, readings.length], [0, 0]);
    const connections = await harness.call('GET', '/fabric/connections', { as: owner });
    t.equal(connections.body.total, 0);
  });

  t.test('rests and rates are counted as they would have been', async (t) => {
    const cooled = await start({ cooldown_seconds: 3_600 });
    t.match(await ended(cooled.body.backtest_id), { would_run: 1, refused: { cooldown: EVENTS - 1 } });
    const rated = await start({ max_runs_per_minute: 10 });
    const { would_run, refused } = await ended(rated.body.backtest_id);
    t.equal(would_run + refused.rate_ceiling, EVENTS);
    t.ok(would_run <= 20);
  });

  t.test('it looks back as far as asked, and no further', async (t) => {
    await behind(harness, (db) =>
      sql`update event_log set occurred_at = now() - interval '2 days' where event_type = 'ingest.external'
        and (payload->'payload'->>'n')::int < 700`.execute(db),
    );
    const day = await start({}, 1);
    t.match(await ended(day.body.backtest_id), { matched: 500, would_run: 500 });
    const week = await start({});
    t.match(await ended(week.body.backtest_id), { matched: EVENTS });
  });

  t.test('a backtest that stands still goes on, and one that never ends, ends', async (t) => {
    const { body } = await start({});
    await ended(body.backtest_id);
    const lay = (age: string) =>
      behind(harness, (db) =>
        sql`update connection_backtests set status = 'running', finished_at = null, at_cursor = 0,
          state = '{}', runs = '[]', updated_at = now() - ${age}::interval, created_at = now() - ${age}::interval
          where id = ${body.backtest_id}::uuid`.execute(db),
      );
    await lay('5 minutes');
    await harness.get(BacktestRunner).tidy();
    t.match(await ended(body.backtest_id), { status: 'succeeded', matched: EVENTS });
    await lay('2 hours');
    await harness.get(BacktestRunner).tidy();
    t.match(await ended(body.backtest_id), { status: 'failed', reason: 'took_too_long' });
    await lay('8 days');
    await harness.get(BacktestRunner).tidy();
    t.equal((await get(body.backtest_id)).status, 404);
  });

  t.test('a draft that cannot be saved, and one too many, are refused', async (t) => {
    t.equal((await start({ steps: [{ operation_id: 'no.such', params: {} }] })).status, 422);
    t.equal((await start({}, 31)).status, 422);
    const admin = await harness.person('admin');
    t.equal((await start({}, 1, admin)).status, 403);
    await behind(harness, (db) =>
      sql`insert into connection_backtests (id, organization_id, author_id, source_event, cooldown_seconds,
          sealed_steps, days, status, since)
        select gen_random_uuid(), ${organization_id}::uuid, gen_random_uuid(), 'a.b', 0, '', 1, 'queued', now()
        from generate_series(1, 3)`.execute(db),
    );
    t.equal((await start({})).status, 409);
  });
});
