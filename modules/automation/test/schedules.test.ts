import { sql } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { Schedules } from '../services/intake/schedules.ts';
import { asked, pretendedModule } from './support/actions.ts';
import {
  action,
  addRule,
  behind,
  changeRule,
  dropRule,
  ended,
  every,
  executionsOf,
  type Fields,
} from './support/platform.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;

const yearly = every('0 0 1 1 *', 'Europe/Berlin');
const say = action('pretended.say', { text: '{{trigger.scheduled_for}}' });

/** Time passes until a rule's tick is so many seconds ago. */
const due = (harness: Harness, ids: readonly string[], secondsAgo = 1) =>
  behind(harness, (db) =>
    sql`update automation_rules set next_fire_at = date_trunc('milliseconds', clock_timestamp())
          - make_interval(secs => ${secondsAgo}) where id = any(${ids}::uuid[])`.execute(db),
  );

const nextOf = async (harness: Harness, as: Awaited<ReturnType<Harness['owner']>>, id: string) =>
  (await harness.call('GET', `/automation/rules/${id}`, { as })).body.next_fire_at;

t.test('Schedules', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const schedules = harness.get(Schedules);

  t.test('a tick is carried out once, and the next is set', async (t) => {
    const id = await addRule(harness, owner, { ...yearly, actions: [say] });
    const next = await nextOf(harness, owner, id);
    t.match(next, /-12-31T23:00:00/);
    await due(harness, [id]);
    await Promise.all([schedules.tick(), schedules.tick(), schedules.tick()]);
    const [execution] = await ended(harness, owner, id, 1);
    t.match(execution, { status: 'succeeded', event_id: null, is_test: false });
    t.equal(Date.parse(execution.actions[0].output.said), Date.parse(execution.scheduled_for));
    t.match(asked.at(-1), { causation: [id], event_id: null, rule_id: id });
    await schedules.tick();
    t.equal((await executionsOf(harness, owner, id)).total, 1);
    t.equal(await nextOf(harness, owner, id), next);
    await dropRule(harness, owner, id);
  });

  t.test('what was missed while nobody was there is made up for once', async (t) => {
    const id = await addRule(harness, owner, { ...every('* * * * *'), actions: [say] });
    await due(harness, [id], 3 * 86_400);
    await schedules.tick();
    const [execution] = await ended(harness, owner, id, 1);
    t.ok(Date.now() - Date.parse(execution.scheduled_for) > 86_400_000);
    await schedules.tick();
    t.equal(
      (await executionsOf(harness, owner, id)).items.filter(
        (each: Fields) => each['scheduled_for'] === execution.scheduled_for,
      ).length,
      1,
    );
    const next = Date.parse(await nextOf(harness, owner, id));
    t.ok(next > Date.now() - 1_000 && next <= Date.now() + 60_000);
    await dropRule(harness, owner, id);
  });

  t.test('a rule that is off or paused does not tick, and makes up for nothing', async (t) => {
    const id = await addRule(harness, owner, { ...yearly, is_enabled: false, actions: [say] });
    t.equal(await nextOf(harness, owner, id), null);
    await changeRule(harness, owner, id, { is_enabled: true });
    t.match(await nextOf(harness, owner, id), /-12-31T23:00:00/);
    await due(harness, [id]);
    await changeRule(harness, owner, id, { is_enabled: false });
    await schedules.tick();
    t.equal((await executionsOf(harness, owner, id)).total, 0);
    await dropRule(harness, owner, id);
  });

  t.test('a zone that is known no more stops its own rule, not the others', async (t) => {
    const ids = [
      await addRule(harness, owner, { ...yearly, actions: [say] }),
      await addRule(harness, owner, { ...yearly, actions: [say] }),
    ];
    const [lost = '', kept = ''] = ids;
    await behind(harness, (db) =>
      sql`update automation_rules set trigger_config = '{"cron": "0 0 1 1 *", "timezone": "Moon/Base"}'
        where id = ${lost}::uuid`.execute(db),
    );
    await due(harness, ids);
    await schedules.tick();
    await ended(harness, owner, kept, 1);
    const { body } = await harness.call('GET', `/automation/rules/${lost}`, { as: owner });
    t.match(body, { paused_reason: 'schedule_unreadable', next_fire_at: null });
    for (const id of ids) await dropRule(harness, owner, id);
  });

  t.test('a tick that comes soon is not missed by the process that was told of it', async (t) => {
    const id = await addRule(harness, owner, { ...yearly, actions: [say] });
    await behind(harness, (db) =>
      sql`update automation_rules set next_fire_at = clock_timestamp() + interval '300 milliseconds' where id = ${id}::uuid`.execute(
        db,
      ),
    );
    await schedules.tick();
    t.equal((await executionsOf(harness, owner, id)).total, 0);
    await ended(harness, owner, id, 1);
    await dropRule(harness, owner, id);
  });

  t.test('it is run now when somebody says so', async (t) => {
    const id = await addRule(harness, owner, { ...yearly, actions: [say] });
    const test = (body: Fields) => harness.call('POST', `/automation/rules/${id}/test`, { as: owner, body });
    t.match((await test({})).body, { is_test: true, status: 'succeeded', scheduled_for: null });
    t.equal((await test({ payload: {} })).status, 422);
    await dropRule(harness, owner, id);
  });

  t.test('a schedule whose author is gone is paused with the reason', async (t) => {
    const author = await harness.person('org_admin');
    const id = await addRule(harness, author, { ...yearly, actions: [say] });
    await harness.call('PATCH', `/users/${author.user_id}`, { as: owner, body: { is_active: false } });
    await due(harness, [id]);
    await schedules.tick();
    t.match(await ended(harness, owner, id, 1), [
      { status: 'failed', actions: [{ error: { type: 'AUTHOR_DISABLED' } }] },
    ]);
    const paused = await waitFor('the pause', async () => {
      const { body } = await harness.call('GET', `/automation/rules/${id}`, { as: owner });
      return body.paused_reason !== null && body;
    });
    t.match(paused, { paused_reason: 'author_disabled', next_fire_at: null });
  });
});

t.test('of two processes on one database each tick is carried out by one', { skip }, async (t) => {
  const environment = { REDIS_URL: String(redisUrl) };
  const one = await bootPlatform(t, { environment, modules: [pretendedModule] });
  const two = await bootPlatform(t, {
    environment,
    modules: [pretendedModule],
    databaseUrl: one.databaseUrl,
  });
  const owner = await one.owner();
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1)
    ids.push(await addRule(one, owner, { ...yearly, actions: [say] }));
  const before = asked.length;
  for (let round = 1; round <= 3; round += 1) {
    await due(one, ids);
    await Promise.all([one, two, one, two].map((each) => each.get(Schedules).tick()));
    const total = await waitFor('all of them', async () => {
      const { body } = await one.call('GET', '/automation/executions?status=succeeded', { as: owner });
      return body.total >= 30 * round && body.total;
    });
    t.equal(total, 30 * round);
  }
  t.equal(asked.length - before, 90, 'no action was carried out twice');
  await one.platform.stop();
  await due(two, ids.slice(0, 1));
  await two.get(Schedules).tick();
  const survivor = await waitFor('the process that is left', async () => {
    const { body } = await two.call('GET', '/automation/executions?status=succeeded', { as: owner });
    return body.total === 91 && body;
  });
  t.equal(survivor.total, 91);
});
