import { sql } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { RunIntake } from '../services/intake/run-intake.ts';
import { RUN_WATCH } from '../tokens.ts';
import { declaring } from './support/declared.ts';
import { behind, connect, logs, runsOf } from './support/platform.ts';

const eventOf = (
  organization_id: string,
  cursor: number,
  fields: Partial<LoggedEvent> = {},
): LoggedEvent => ({
  id: newId(),
  cursor,
  organization_id,
  site_id: null,
  event_type: 'some.event',
  category: 'some',
  priority: 'normal',
  payload: { n: cursor },
  causation: [],
  occurred_at: new Date().toISOString(),
  ...fields,
});

t.test('batches that come twice and at once', async (t) => {
  const harness = await bootPlatform(t, {
    modules: [declaring('some.event', 'cool.event', 'changed.event')],
    work: false,
  });
  const owner = await harness.owner();
  const intake = harness.get(RunIntake);

  t.test('leave one run per event and count misses once', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'some.event',
      conditions: { logic: 'and', conditions: [{ field: 'n', operator: 'lte', value: 60 }] },
      steps: [logs('{{trigger.n}}')],
    });
    const batch = Array.from({ length: 100 }, (_, n) => eventOf(owner.organization_id, 1 + n));
    await Promise.all([intake.take(batch), intake.take(batch), intake.take(batch)]);
    t.equal((await runsOf(harness, owner, id)).total, 60);
    const { body } = await harness.call('GET', `/fabric/connections/${id}`, { as: owner });
    t.equal(body.conditions_failed, 40);
  });

  t.test('let one event through a cooldown', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'cool.event',
      cooldown_seconds: 60,
      steps: [logs('x')],
    });
    const batches = Array.from({ length: 8 }, (_, n) => [
      eventOf(owner.organization_id, 1_000 + n, { event_type: 'cool.event' }),
    ]);
    await Promise.all(batches.map((batch) => intake.take(batch)));
    await Promise.all(batches.map((batch) => intake.take(batch)));
    t.equal((await runsOf(harness, owner, id)).total, 8);
    t.equal((await runsOf(harness, owner, id, '?status=succeeded')).total, 1);
  });

  t.test('use a Connection as soon as it was changed', async (t) => {
    const id = await connect(harness, owner, { source_event: 'changed.event', steps: [logs('old')] });
    const event = () => eventOf(owner.organization_id, 5_000, { event_type: 'changed.event' });
    await intake.take([event()]);
    await harness.call('PATCH', `/fabric/connections/${id}`, { as: owner, body: { steps: [logs('new')] } });
    await intake.take([event()]);
    await harness.call('PATCH', `/fabric/connections/${id}`, { as: owner, body: { is_enabled: false } });
    await intake.take([event()]);
    const { items } = await runsOf(harness, owner, id);
    t.same(
      items.map(({ steps }: { steps: [{ output: { message: string } }] }) => steps[0].output.message),
      ['new', 'old'],
    );
  });
});

t.test('the watch over runs', async (t) => {
  const harness = await bootPlatform(t, { modules: [declaring('some.event')], work: false });
  const owner = await harness.owner();
  const watch = harness.get(RUN_WATCH);

  t.test('has one job waiting, however often it is asked', async (t) => {
    for (let n = 0; n < 3; n++) await watch.look();
    await watch.tick();
    const { rows } = await behind(harness, (db) =>
      sql<{ task: string }>`select j.key, t.identifier as task from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where j.key = 'fabric.resume-runs'`.execute(
        db,
      ),
    );
    t.same(
      rows.map(({ task }) => task),
      ['fabric.resume-runs'],
    );
  });

  t.test('keeps the detail of the last 1,000 failed conditions, and the count of all', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'some.event',
      conditions: { logic: 'and', conditions: [{ field: 'absent', operator: 'exists' }] },
      steps: [logs('x')],
    });
    for (let n = 0; n < 5; n++)
      await harness
        .get(RunIntake)
        .take(Array.from({ length: 400 }, (_, place) => eventOf(owner.organization_id, 1 + n * 400 + place)));
    await watch.tick();
    const { rows } = await behind(harness, (db) =>
      sql<{ first_cursor: number }>`select first_cursor from connection_misses order by first_cursor`.execute(
        db,
      ),
    );
    t.same(
      rows.map(({ first_cursor }) => first_cursor),
      [801, 1_201, 1_601],
    );
    t.equal(
      (await harness.call('GET', `/fabric/connections/${id}`, { as: owner })).body.conditions_failed,
      2_000,
    );
  });
});
