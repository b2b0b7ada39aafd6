import { createHmac } from 'node:crypto';
import { sql } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind, connect, disconnect, finished, logs, publish, runsOf } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

const SECRET = 'signing-secret';

t.test('steps with effects', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, {
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', FABRIC_WEBHOOK_SIGNING_SECRET: SECRET },
  });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const webhook = (path: string, params: Readonly<Record<string, unknown>> = {}) => ({
    operation_id: 'fabric.webhook',
    params: { url: `${sink.url}${path}`, ...params },
  });

  t.test('a webhook is signed over timestamp and body, and its answer feeds the next step', async (t) => {
    const id = await connect(harness, owner, {
      steps: [
        webhook('/a', {
          payload: { door: '{{trigger.payload.door}}' },
          headers: { Authorization: 'Bearer s3cret' },
        }),
        logs('at {{steps.0.output.body.place}}'),
      ],
    });
    await publish(harness, organization_id, [{ door: 7 }]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, { status: 'succeeded', reason: null });
    t.equal(run.steps[1].output.message, 'at rack 4');
    t.equal(run.steps[0].input.headers.Authorization, '[redacted]');
    t.same(run.steps[0].output.body, { place: 'rack 4', token: '[redacted]' });
    const [delivery] = sink.deliveries;
    t.match(delivery, { method: 'POST', body: '{"door":7}', headers: { authorization: 'Bearer s3cret' } });
    const timestamp = delivery?.headers['x-fabric-timestamp'];
    const signature = createHmac('sha256', SECRET).update(`${timestamp}.${delivery?.body}`).digest('hex');
    t.equal(delivery?.headers['x-fabric-signature'], `sha256=${signature}`);
    await disconnect(harness, owner, id);
  });

  t.test('headers that are not for callers to set are refused when saved and when invoked', async (t) => {
    const refused = ['Cookie', 'HOST', 'content-length', 'Transfer-Encoding', 'connection', 'Keep-Alive'];
    const ours = [
      'X-Fabric-Signature',
      'X-Fabric-Timestamp',
      'x-webhook-signature',
      'Proxy-Authorization',
      'TE',
    ];
    const before = sink.deliveries.length;
    for (const name of [...refused, ...ours, 'a b', 'x\n']) {
      const step = webhook('/a', { headers: { [name]: 'x', 'X-Door': '{{trigger.payload.door}}' } });
      const body = { name: 'Wired', source_event: 'ingest.external', steps: [step] };
      const saved = await harness.call('POST', '/fabric/connections', { as: owner, body });
      t.equal(saved.status, 422, name);
      t.match(saved.body.error.details, [{ field: `steps.0.params.headers.${name}`, type: 'not_allowed' }]);
      const path = '/fabric/operations/fabric.webhook/invoke';
      const invoked = await harness.call('POST', path, { as: owner, body: { params: step.params } });
      t.equal(invoked.status, 422, name);
      t.match(invoked.body.error.details, [{ field: `params.headers.${name}`, type: 'not_allowed' }]);
      const rule = {
        name: 'Rule',
        trigger_type: 'event',
        trigger_config: { event_pattern: 'ingest.external' },
        actions: [{ action_type: 'webhook', params: step.params }],
      };
      t.equal((await harness.call('POST', '/automation/rules', { as: owner, body: rule })).status, 422, name);
    }
    t.equal(sink.deliveries.length, before);
  });

  t.test('a step that fails stops the run, or is passed over when it says so', async (t) => {
    const failing = webhook('/status/500');
    const stop = await connect(harness, owner, { steps: [failing, logs('after')] });
    const go = await connect(harness, owner, {
      steps: [{ ...failing, on_failure: 'continue' }, logs('after')],
    });
    await publish(harness, organization_id, [{}]);
    const [stopped] = await finished(harness, owner, stop, 1);
    const [went] = await finished(harness, owner, go, 1);
    t.match(stopped, { status: 'failed', reason: 'step 0 failed: WEBHOOK_REFUSED' });
    t.equal(stopped.steps[1].status, 'skipped');
    t.match(went, { status: 'succeeded', reason: '1 failed steps were passed over' });
    t.equal(went.steps[1].status, 'succeeded');
    await Promise.all([stop, go].map((id) => disconnect(harness, owner, id)));
  });

  t.test(
    'a run left by a dead process goes on at its first unfinished step, with the same effect id',
    async (t) => {
      const id = await connect(harness, owner, {
        steps: [webhook('/first'), webhook('/hold/200'), logs('end')],
      });
      await publish(harness, organization_id, [{ n: 1 }]);
      await waitFor('the held delivery', () => sink.held.length === 1);
      const before = sink.deliveries.filter(({ path }) => path === '/hold/200');
      // State after a kill: a run whose lease is not renewed; its late answer must count for nothing.
      await behind(harness, (db) =>
        sql`update connection_runs set lease_until = now() - interval '1 second' where connection_id = ${id}::uuid`.execute(
          db,
        ),
      );
      harness.get(RUN_WORKER).wake();
      await waitFor('the second delivery', () => sink.held.length === 2);
      sink.held[0]?.();
      const [open] = (await harness.call('GET', `/fabric/connections/${id}/runs`, { as: owner })).body.items;
      t.equal(open.status, 'running');
      sink.held[1]?.();
      const [run] = await finished(harness, owner, id, 1);
      t.equal(run.status, 'succeeded');
      t.equal(sink.deliveries.filter(({ path }) => path === '/first').length, 1);
      const held = sink.deliveries.filter(({ path }) => path === '/hold/200');
      t.equal(held.length, 2);
      t.equal(held[1]?.headers['x-fabric-delivery'], before[0]?.headers['x-fabric-delivery']);
      await disconnect(harness, owner, id);
    },
  );

  t.test('one Connection whose destination hangs leaves room for others', async () => {
    sink.held.length = 0;
    const slow = await connect(harness, owner, { source_event: 'ingest.*', steps: [webhook('/hold/200')] });
    await publish(
      harness,
      organization_id,
      Array.from({ length: 100 }, (_, n) => ({ n })),
    );
    await waitFor('hanging deliveries', () => sink.held.length >= 8);
    const quick = await connect(harness, owner, { steps: [webhook('/quick')] });
    await publish(harness, organization_id, [{ n: 1 }]);
    await finished(harness, owner, quick, 1);
    await disconnect(harness, owner, slow);
    for (const answer of sink.held) answer();
    await waitFor('the rest to be given up', async () => {
      const { rows } = await behind(harness, (db) =>
        sql<{ open: number }>`select count(*) as open from connection_runs where connection_id = ${slow}::uuid
          and status in ('queued', 'running')`.execute(db),
      );
      return rows[0]?.open === 0;
    });
    await disconnect(harness, owner, quick);
  });

  t.test(
    'runs of a queued Connection go one after another, oldest first, and hold nobody else up',
    async (t) => {
      sink.held.length = 0;
      const id = await connect(harness, owner, {
        mode: 'queued',
        steps: [webhook('/hold/{{trigger.payload.n}}')],
      });
      const events = await publish(harness, organization_id, [{ n: 201 }, { n: 202 }, { n: 203 }]);
      const other = await connect(harness, owner, { source_event: 'ingest.*', steps: [webhook('/other')] });
      for (let done = 0; done < 3; done++) {
        await waitFor('the next delivery', () => sink.held.length === done + 1);
        await publish(harness, organization_id, [{ n: 204 + done }]);
        await finished(harness, owner, other, done + 1);
        t.equal(sink.held.length, done + 1);
        sink.held[done]?.();
      }
      const order = await waitFor('the runs', async () => {
        const { items } = await runsOf(harness, owner, id, '?status=succeeded&sort=created_at');
        return items.length >= 3 ? items : null;
      });
      t.same(
        order.slice(0, 3).map(({ event_id }: { event_id: string }) => event_id),
        events,
      );
      await disconnect(harness, owner, id);
      await disconnect(harness, owner, other);
      for (const answer of sink.held.slice(3)) answer();
    },
  );

  t.test('people are told once, in their inbox', async (t) => {
    const viewer = await harness.person('viewer');
    const title = 'x'.repeat(300);
    const id = await connect(harness, owner, {
      steps: [
        {
          operation_id: 'fabric.notify',
          params: {
            channels: { in_app: { user_ids: [viewer.user_id] } },
            title,
            body: 'Door {{trigger.payload.door}}',
          },
        },
      ],
    });
    const [event_id] = await publish(harness, organization_id, [{ door: 3 }]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, { status: 'succeeded', steps: [{ output: { delivered: ['in_app'] } }] });
    const inbox = await harness.call('GET', '/notifications?unread=true', { as: viewer });
    t.match(inbox.body, {
      total: 1,
      items: [{ title: 'x'.repeat(200), body: 'Door 3', event_id, read_at: null }],
    });
    const [note] = inbox.body.items;
    const read = await harness.call('PATCH', `/notifications/${note.id}`, {
      as: viewer,
      body: { read: true },
    });
    t.type(read.body.read_at, 'string');
    t.equal(
      (await harness.call('PATCH', `/notifications/${note.id}`, { as: owner, body: { read: true } })).status,
      404,
    );
    t.equal((await harness.call('GET', '/notifications', { as: owner })).body.total, 0);
    await disconnect(harness, owner, id);
  });

  t.test('a channel that is not there, and people of nowhere, fail the step with their names', async (t) => {
    const notify = (channels: unknown) =>
      harness.call('POST', '/fabric/operations/fabric.notify/invoke', {
        as: owner,
        body: { params: { channels, title: 'T' } },
      });
    const unknown = await notify({ pigeon: {} });
    t.equal(unknown.status, 422);
    t.match(unknown.body.error.details, [{ field: 'params.channels.pigeon', type: 'additionalProperties' }]);
    const nobody = await notify({ in_app: { user_ids: ['00000000-0000-4000-8000-000000000000'] } });
    t.equal(nobody.status, 422);
    t.match(nobody.body.error.details, [{ type: 'not_found' }]);
  });

  t.test('operations are invoked with their permission; sinks by unscoped administrators', async (t) => {
    const viewer = await harness.person('viewer');
    const invoke = (operation_id: string, params: unknown, as = owner) =>
      harness.call('POST', `/fabric/operations/${operation_id}/invoke`, { as, body: { params } });
    t.same((await invoke('fabric.log', { message: 'm' })).body, { output: { message: 'm' } });
    t.equal((await invoke('fabric.log', { message: 'm' }, viewer)).status, 403);
    t.equal((await invoke('no.such', {})).status, 404);
    t.equal((await invoke('fabric.log', { text: 'm' })).status, 422);
    t.equal((await invoke('fabric.webhook', { url: 'http://10.0.0.1/' })).status, 400);
    const refused = await invoke('fabric.webhook', { url: 'http://127.0.0.1:1/' });
    t.equal(refused.status, 502);
    t.equal(refused.body.error.type, 'WEBHOOK_UNREACHABLE');
  });
});
