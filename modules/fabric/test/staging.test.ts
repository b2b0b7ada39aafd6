import { sql } from '@patchbay/kernel/database';
import { blankStep } from '@patchbay/runs';
import { bootPlatform, unreachable, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind, connect, disconnect, finished, publish, runsOf } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';

t.test('steps that stage', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const site_id = await harness.site(owner, 'Harbour');
  const controller_id = await unreachable(harness, owner, site_id);
  const set = { operation_id: 'pretended.set', params: { controller_id, name: '{{trigger.payload.name}}' } };
  const changes = async () => (await harness.call('GET', '/changes?sort=created_at', { as: owner })).body;

  t.test('a step that is carried out again after a kill finds the change it staged', async (t) => {
    const id = await connect(harness, owner, { steps: [set] });
    const [event_id] = await publish(harness, organization_id, [{ name: 'first' }]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, { status: 'succeeded', steps: [{ output: { feature: 'pretended.set' } }] });
    const begun = JSON.stringify([blankStep('pretended.set', 'running')]);
    // State after a process died between staging and its record.
    await behind(harness, (db) =>
      sql`update connection_runs r set status = 'running', finished_at = null, lease_until = null, claim_id = null,
          steps = ${begun}::jsonb,
          sealed_plan = c.sealed_steps
        from connections c where c.id = r.connection_id and r.id = ${run.id}::uuid`.execute(db),
    );
    harness.get(RUN_WORKER).wake();
    const [again] = await finished(harness, owner, id, 1);
    t.match(again, { id: run.id, status: 'succeeded', steps: [{ change_id: run.steps[0].change_id }] });
    t.match(await changes(), {
      total: 1,
      items: [{ id: run.steps[0].change_id, payload: { name: 'first' } }],
    });
    const events = await harness.call('GET', '/events?event_type=controller.change.staged', { as: owner });
    t.match(events.body, { total: 1, items: [{ causation: [event_id, id] }] });
    await disconnect(harness, owner, id);
  });

  t.test('a rerun stages a change of its own', async (t) => {
    const id = await connect(harness, owner, { steps: [set] });
    await publish(harness, organization_id, [{ name: 'second' }]);
    const [run] = await finished(harness, owner, id, 1);
    const answer = await harness.call('POST', `/fabric/runs/${run.id}/rerun`, {
      as: owner,
      body: { from_step: 0 },
    });
    t.equal(answer.status, 202);
    const [again] = await finished(harness, owner, id, 2);
    t.not(again.steps[0].change_id, run.steps[0].change_id);
    t.equal((await changes()).total, 3);
    await disconnect(harness, owner, id);
  });

  t.test('a chain that comes back to its Connection ends there, with its reason', async (t) => {
    const id = await connect(harness, owner, {
      source_event: 'controller.change.staged',
      conditions: {
        logic: 'and',
        // Of its own: events of the changes before may be numbered only now.
        conditions: [{ field: 'target_id', operator: 'eq', value: 'circle' }],
      },
      steps: [{ ...set, params: { controller_id, name: 'echo', target_id: 'circle' } }],
    });
    await harness.call('POST', '/fabric/operations/pretended.set/invoke', {
      as: owner,
      body: { params: { controller_id, name: 'by hand', target_id: 'circle' } },
    });
    await waitFor('the end of the chain', async () => (await runsOf(harness, owner, id)).total === 2);
    const items = await finished(harness, owner, id, 2);
    t.same(
      items.map(({ status, reason }: { status: string; reason: string }) => [status, reason]),
      [
        ['skipped', 'loop: this Connection led to the event'],
        ['succeeded', null],
      ],
    );
    t.equal((await changes()).total, 5);
    await disconnect(harness, owner, id);
  });

  t.test('a chain that goes from one Connection to another and back ends there', async (t) => {
    const link = (name: string, answers: string, next: string) =>
      connect(harness, owner, {
        name,
        source_event: 'controller.change.staged',
        conditions: { logic: 'and', conditions: [{ field: 'target_id', operator: 'eq', value: answers }] },
        steps: [{ ...set, params: { controller_id, name: 'echo', target_id: next } }],
      });
    const [one, other] = [await link('One', 'ping', 'pong'), await link('Other', 'pong', 'ping')];
    await harness.call('POST', '/fabric/operations/pretended.set/invoke', {
      as: owner,
      body: { params: { controller_id, name: 'by hand', target_id: 'ping' } },
    });
    const items = await finished(harness, owner, one, 2);
    t.match(items, [{ status: 'skipped', reason: 'loop: this Connection led to the event' }, {}]);
    t.match(await finished(harness, owner, other, 1), [{ status: 'succeeded' }]);
    t.equal((await runsOf(harness, owner, other)).total, 1);
    for (const id of [one, other]) await disconnect(harness, owner, id);
  });

  t.test('a chain without end through ever other Connections ends at its eighth link', async (t) => {
    const ids: string[] = [];
    for (let at = 0; at < 10; at += 1)
      ids.push(
        await connect(harness, owner, {
          name: `Link ${at}`,
          source_event: 'controller.change.staged',
          conditions: { logic: 'and', conditions: [{ field: 'target_id', operator: 'eq', value: `l${at}` }] },
          steps: [{ ...set, params: { controller_id, name: 'on', target_id: `l${at + 1}` } }],
        }),
      );
    await harness.call('POST', '/fabric/operations/pretended.set/invoke', {
      as: owner,
      body: { params: { controller_id, name: 'by hand', target_id: 'l0' } },
    });
    const [last] = await finished(harness, owner, String(ids[8]), 1);
    t.match(last, { status: 'skipped', reason: 'loop: the chain is deeper than 8' });
    for (const id of ids.slice(0, 8))
      t.match(await finished(harness, owner, id, 1), [{ status: 'succeeded' }]);
    t.equal((await runsOf(harness, owner, String(ids[9]))).total, 0);
    for (const id of ids) await disconnect(harness, owner, id);
  });
});
