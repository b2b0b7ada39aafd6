import { sql } from '@patchbay/kernel/database';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind, connect, disconnect, finished, logs, publish, runsOf } from './support/platform.ts';
import { readings } from './support/pretended.ts';
import { fabricScene } from './support/scene.ts';

t.test('how runs go', async (t) => {
  const { harness, organization_id, owner, sink } = await fabricScene(t);
  const webhook = (path: string, policy: Readonly<Record<string, unknown>> = {}) => ({
    operation_id: 'fabric.webhook',
    params: { url: `${sink.url}${path}` },
    ...policy,
  });
  const runs = async (id: string) => (await runsOf(harness, owner, id)).items;
  const at = (path: string) => sink.deliveries.filter((delivery) => delivery.path === path);
  const call = (method: string, path: string, body?: unknown, as = owner) =>
    harness.call(method, path, { as, ...(body === undefined ? {} : { body }) });

  t.test('a step is tried again under the same id, and the run fails when no try is left', async (t) => {
    const id = await connect(harness, owner, {
      steps: [
        logs('before'),
        webhook('/retry/503', { on_failure: 'retry', retry: { attempts: 2, delay_seconds: 1 } }),
        logs('after'),
      ],
    });
    await publish(harness, organization_id, [{}]);
    const [open] = await waitFor('the wait', async () => {
      const items = await runs(id);
      return items[0]?.steps[1]?.status === 'waiting' ? items : null;
    });
    t.match(open, { status: 'queued', reason: /step 1 failed: WEBHOOK_REFUSED; it is tried again/ });
    t.type(open.not_before, 'string');
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, {
      status: 'failed',
      reason: 'step 1 failed: WEBHOOK_REFUSED',
      dead_letter: 'open',
      steps: [{ status: 'succeeded' }, { status: 'failed', attempts: 2 }, { reason: 'step 1 failed' }],
    });
    const ids = at('/retry/503').map(({ headers }) => headers['x-fabric-delivery']);
    t.equal(ids.length, 2);
    t.equal(ids[0], ids[1]);
    await disconnect(harness, owner, id);
  });

  t.test('what no later try would change fails at once, and the run may go on all the same', async (t) => {
    const retry = { attempts: 5, delay_seconds: 60, otherwise: 'continue' };
    const id = await connect(harness, owner, {
      steps: [{ ...logs('{{trigger.payload.missing}}'), on_failure: 'retry', retry }, logs('after')],
    });
    await publish(harness, organization_id, [{}]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, { status: 'succeeded', steps: [{ status: 'failed' }, { status: 'succeeded' }] });
    const odd = { name: 'x', source_event: 'ingest.external', steps: [{ ...logs('x'), retry }] };
    t.equal((await call('POST', '/fabric/connections', odd)).status, 422);
    await disconnect(harness, owner, id);
  });

  t.test('a dead letter is replayed once, from the step that failed', async (t) => {
    const id = await connect(harness, owner, { steps: [webhook('/first'), webhook('/dead/500')] });
    await publish(harness, organization_id, [{ n: 1 }]);
    const [dead] = await finished(harness, owner, id, 1);
    const listed = await call('GET', `/fabric/dead-letters?connection_id=${id}`);
    t.same(
      listed.body.items.map((item: { id: string }) => item.id),
      [dead.id],
    );
    const mended = await call('PATCH', `/fabric/connections/${id}`, {
      steps: [webhook('/first'), webhook('/mended')],
    });
    t.equal(mended.status, 200);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', `/fabric/dead-letters/${dead.id}/replay`)),
    );
    t.same(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409]);
    const all = await finished(harness, owner, id, 2);
    t.match(all[0], { status: 'succeeded', rerun_of: dead.id, event_id: dead.event_id });
    t.match(all[1], { id: dead.id, dead_letter: 'replayed', status: 'failed' });
    t.equal(at('/first').length, 1);
    t.equal(at('/mended').length, 1);
    t.equal((await call('GET', `/fabric/dead-letters?connection_id=${id}`)).body.total, 0);
    await disconnect(harness, owner, id);
  });

  t.test('dead letters of a Connection are replayed together, and one is put away', async (t) => {
    const id = await connect(harness, owner, { steps: [webhook('/many/500')] });
    await publish(harness, organization_id, [{ n: 1 }, { n: 2 }, { n: 3 }]);
    const [first] = await finished(harness, owner, id, 3);
    t.equal((await call('DELETE', `/fabric/dead-letters/${first.id}`)).status, 204);
    t.equal((await call('DELETE', `/fabric/dead-letters/${first.id}`)).status, 404);
    await call('PATCH', `/fabric/connections/${id}`, { steps: [webhook('/many/200')] });
    const replayed = await call('POST', '/fabric/dead-letters/replay', { connection_id: id });
    t.equal(replayed.status, 202);
    t.same(replayed.body, { replayed: 2, left: 0 });
    await finished(harness, owner, id, 5);
    t.equal(at('/many/200').length, 2);
    await disconnect(harness, owner, id);
  });

  t.test('a run is carried out anew from a step on, and not before its steps or its end', async (t) => {
    const id = await connect(harness, owner, {
      steps: [
        webhook('/hold/200'),
        logs('{{steps.0.output.body.place}} {{trigger.payload.n}}'),
        webhook('/last'),
      ],
    });
    await publish(harness, organization_id, [{ n: 1 }]);
    await waitFor('the held delivery', () => sink.held.length === 1);
    const [open] = await runs(id);
    t.equal((await call('POST', `/fabric/runs/${open.id}/rerun`, { from_step: 0 })).status, 409);
    sink.held[0]?.();
    await finished(harness, owner, id, 1);
    t.equal((await call('POST', `/fabric/runs/${open.id}/rerun`, { from_step: 3 })).status, 422);
    t.equal((await call('POST', `/fabric/runs/${open.id}/rerun`, {})).status, 422);
    const viewer = await harness.person('viewer');
    t.equal((await call('POST', `/fabric/runs/${open.id}/rerun`, { from_step: 1 }, viewer)).status, 403);
    const again = await call('POST', `/fabric/runs/${open.id}/rerun`, { from_step: 1 });
    t.equal(again.status, 202);
    t.match(again.body, { rerun_of: open.id, status: 'queued', is_test: false });
    const [run] = await finished(harness, owner, id, 2);
    t.match(run, {
      id: again.body.id,
      status: 'succeeded',
      steps: [{}, { output: { message: 'rack 4 1' } }],
    });
    t.equal(at('/hold/200').length, 1);
    const [before, after] = at('/last').map(({ headers }) => headers['x-fabric-delivery']);
    t.not(before, after);
    await call('PATCH', `/fabric/connections/${id}`, { steps: [logs('x'), logs('y')] });
    t.equal((await call('POST', `/fabric/runs/${open.id}/rerun`, { from_step: 1 })).status, 409);
    await disconnect(harness, owner, id);
  });

  t.test('a single Connection has no run for what comes during one', async (t) => {
    sink.held.length = 0;
    const id = await connect(harness, owner, { mode: 'single', steps: [webhook('/hold/201')] });
    await publish(harness, organization_id, [{ n: 1 }, { n: 2 }]);
    await waitFor('the held delivery', () => sink.held.length === 1);
    await publish(harness, organization_id, [{ n: 3 }]);
    await waitFor('three runs', async () => (await runs(id)).length === 3);
    sink.held[0]?.();
    await finished(harness, owner, id, 3);
    await publish(harness, organization_id, [{ n: 4 }]);
    await waitFor('the next delivery', () => sink.held.length === 2);
    sink.held[1]?.();
    const all = await finished(harness, owner, id, 4);
    t.same(
      all.map(({ status, reason }: { status: string; reason: string }) => [status, reason]),
      [
        ['succeeded', null],
        ['skipped', 'single: a run is under way'],
        ['skipped', 'single: a run is under way'],
        ['succeeded', null],
      ],
    );
    await disconnect(harness, owner, id);
  });

  t.test('a parallel Connection keeps to its bound', async (t) => {
    sink.held.length = 0;
    const id = await connect(harness, owner, { max_parallel: 2, steps: [webhook('/hold/202')] });
    await publish(
      harness,
      organization_id,
      Array.from({ length: 5 }, (_, n) => ({ n })),
    );
    for (let done = 0; done < 5; done += 1) {
      const expected = Math.min(done + 2, 5);
      await waitFor('deliveries', () => sink.held.length === expected);
      for (let round = 0; round < 3; round += 1) harness.get(RUN_WORKER).wake();
      const open = (await runs(id)).filter(({ status }: { status: string }) => status === 'running');
      t.equal(open.length, Math.min(2, 5 - done));
      sink.held[done]?.();
      await endedAtLeast(id, done + 1);
    }
    await disconnect(harness, owner, id);
  });
  const endedAtLeast = (id: string, count: number) =>
    waitFor(`${count} ended runs`, async () => {
      const ended = (await runs(id)).filter(
        ({ finished_at }: { finished_at: unknown }) => finished_at !== null,
      );
      return ended.length >= count;
    });

  t.test('above its rate a Connection has no run, and says so once', async (t) => {
    const id = await connect(harness, owner, { max_runs_per_minute: 3, steps: [webhook('/rated')] });
    for (let round = 0; round < 3; round += 1)
      await publish(harness, organization_id, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    const all = await finished(harness, owner, id, 12);
    const refused = all.filter(({ reason }: { reason: string | null }) => reason === 'rate_ceiling');
    t.equal(refused.length, 9);
    t.equal(at('/rated').length, 3);
    const throttled = await waitFor('the event', async () => {
      const { body } = await call('GET', '/events?event_type=fabric.connection.throttled');
      return body.total > 0 ? body : null;
    });
    t.equal(throttled.total, 1);
    t.match(throttled.items[0], { payload: { connection_id: id, runs_per_minute: 3 } });
    t.ok(throttled.items[0].causation.includes(id));
    await behind(harness, (db) =>
      sql`update connection_rates set window_started_at = now() - interval '3 minutes',
        refused_at = now() - interval '2 minutes' where id = ${id}::uuid`.execute(db),
    );
    await publish(
      harness,
      organization_id,
      Array.from({ length: 4 }, (_, n) => ({ n })),
    );
    await finished(harness, owner, id, 16);
    await waitFor('the event of the next trip', async () => {
      const { body } = await call('GET', '/events?event_type=fabric.connection.throttled');
      return body.total === 2;
    });
    await disconnect(harness, owner, id);
  });

  t.test('a shadow run reads, shows what it would stage, and has no effect', async (t) => {
    const id = await connect(harness, owner, {
      shadow: true,
      source_event: 'ingest.external',
      steps: [
        { operation_id: 'pretended.count', params: { of: '{{trigger.payload.n}}' } },
        webhook('/shadow'),
        {
          operation_id: 'pretended.set',
          params: { controller_id: '{{trigger.payload.controller}}', name: 'n{{steps.0.output.count}}' },
        },
        logs('{{steps.2.output.feature}} {{steps.0.output.count}}'),
        logs('{{steps.2.output.change_id}}'),
        logs('{{steps.1.output.body.x}}'),
      ],
    });
    const controller = '01980000-0000-7000-8000-000000000001';
    await publish(harness, organization_id, [{ n: 9, controller }]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, {
      shadow: true,
      status: 'succeeded',
      reason: 'shadow: nothing with an effect was carried out',
      dead_letter: null,
      steps: [
        { status: 'succeeded', output: { count: 3 } },
        { status: 'skipped', reason: 'shadow', input: { url: `${sink.url}/shadow` } },
        {
          status: 'skipped',
          output: {
            would_stage: { feature: 'pretended.set', controller_id: controller, payload: { name: 'n3' } },
          },
        },
        { status: 'succeeded', output: { message: 'pretended.set 3' } },
        { status: 'skipped', reason: /^shadow: needs/ },
        { status: 'skipped', reason: /^shadow: needs/ },
      ],
    });
    t.same(readings, ['{"of":9}']);
    t.equal(at('/shadow').length, 0);
    await publish(harness, organization_id, [{ n: 9, controller: 'no uuid' }]);
    const [failed] = await finished(harness, owner, id, 2);
    t.match(failed, { status: 'failed', reason: 'step 2 failed: BAD_TARGET', dead_letter: null });
    await disconnect(harness, owner, id);
  });
});
