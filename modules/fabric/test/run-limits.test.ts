import type { LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import { enter, type RateState } from '@patchbay/runs';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { RunIntake } from '../services/intake/run-intake.ts';
import { RUN_WORKER } from '../tokens.ts';
import { declaring } from './support/declared.ts';
import { connect, logs, runsOf } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';

const eventOf = (organization_id: string, event_type: string, cursor: number): LoggedEvent => ({
  id: newId(),
  cursor,
  organization_id,
  site_id: null,
  event_type,
  category: 'some',
  priority: 'normal',
  payload: {},
  causation: [],
  occurred_at: new Date().toISOString(),
});

t.test('the gate before runs, with batches that come twice and at once', async (t) => {
  const harness = await bootPlatform(t, {
    modules: [pretendedModule, declaring('single.event', 'instant.event', 'rated.event')],
    work: false,
  });
  const owner = await harness.owner();
  const intake = harness.get(RunIntake);
  await harness.get(RUN_WORKER).stop();
  const counting = [{ operation_id: 'pretended.count', params: {} }];
  const batches = (event_type: string) =>
    Array.from({ length: 6 }, (_, batch) =>
      Array.from({ length: 5 }, (_, n) => eventOf(owner.organization_id, event_type, batch * 5 + n + 1)),
    );
  const taken = async (all: readonly LoggedEvent[][]) => {
    await Promise.all([...all, ...all].map((batch) => intake.take(batch)));
    for (const batch of all) await intake.take(batch);
  };

  t.test('one event enters a single Connection', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'single.event',
      mode: 'single',
      steps: counting,
    });
    await taken(batches('single.event'));
    t.equal((await runsOf(harness, owner, id)).total, 30);
    t.equal((await runsOf(harness, owner, id, '?status=queued')).total, 1);
  });

  t.test('a single Connection that leaves no trace has a run for each', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'instant.event',
      mode: 'single',
      steps: [logs('x')],
    });
    await taken(batches('instant.event'));
    t.equal((await runsOf(harness, owner, id, '?status=succeeded')).total, 30);
  });

  t.test('as many as its rate allows enter, and the trip is told once', async (t) => {
    const rated = { source_event: 'rated.event', max_runs_per_minute: 7 };
    const id = await connect(harness, owner, { ...rated, steps: counting });
    const instant = await connect(harness, owner, { ...rated, steps: [logs('x')] });
    await taken(batches('rated.event'));
    t.equal((await runsOf(harness, owner, id, '?status=queued')).total, 7);
    t.equal((await runsOf(harness, owner, instant, '?status=succeeded')).total, 7);
    const { body } = await harness.call('GET', '/audit?action=fabric.connections.throttle', { as: owner });
    t.same(body.items.map(({ target_id }: { target_id: string }) => target_id).sort(), [id, instant].sort());
  });
});

t.test('a trip lasts until no event was refused for a minute', async (t) => {
  let nowMs = Date.UTC(2026, 0, 1);
  const at = () => new Date(nowMs).toISOString();
  const state: Omit<RateState, 'now'> = {
    window_started_at: at(),
    admitted: 0,
    tripped_at: null,
    refused_at: null,
    is_announced: false,
  };
  const come = (afterMs: number) => {
    nowMs += afterMs;
    const gate: RateState = { ...state, now: at() };
    const passed = enter(gate, 2);
    Object.assign(state, gate);
    return passed;
  };
  t.same([come(0), come(1_000), come(1_000)], [true, true, false]);
  const first = state.tripped_at;
  state.is_announced = true;
  t.same([come(58_000), come(0), come(1_000)], [true, true, false], 'the next minute has its own runs');
  t.match(state, { tripped_at: first, is_announced: true }, 'the storm goes on: the same trip');
  t.equal(come(120_000), true);
  t.match(state, { tripped_at: null, is_announced: false });
  t.same([come(1_000), come(1_000)], [true, false]);
  t.not(state.tripped_at, first);
});
