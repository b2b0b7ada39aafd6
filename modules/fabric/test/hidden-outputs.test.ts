import { sql } from '@patchbay/kernel/database';
import { blankStep, hiddenOutputs, redactedValue } from '@patchbay/runs';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { RUN_WORKER } from '../tokens.ts';
import { behind, connect, finished, publish } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

t.test('an output that the record hides is there for later steps after a new start of the run', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const owner = await harness.owner();
  const post = (path: string, payload: object, more: object = {}) => ({
    operation_id: 'fabric.webhook',
    params: { url: `${sink.url}${path}`, payload },
    ...more,
  });
  const retry = { on_failure: 'retry', retry: { attempts: 5, delay_seconds: 1 } };
  const id = await connect(harness, owner, {
    steps: [post('/login', {}), post('/flaky', { token: '{{steps.0.output.body.token}}' }, retry)],
  });
  await publish(harness, owner.organization_id, [{ n: 1 }]);
  const rowText = async () => {
    const { rows } = await behind(harness, (db) =>
      sql<{ text: string; status: string; plan: string | null }>`
        select r::text as text, status, sealed_plan as plan from connection_runs r`.execute(db),
    );
    return rows[0];
  };
  const row = await waitFor('the first try to fail', async () => {
    const found = await rowText();
    return found?.status === 'queued' && found.text.includes('waiting') ? found : null;
  });
  t.notMatch(row.text, /"abc"/, 'it is kept sealed only');
  await waitFor('the next try', () => {
    harness.get(RUN_WORKER).wake();
    return sink.deliveries.filter(({ path }) => path === '/flaky').length === 2;
  });
  const [run] = await finished(harness, owner, id, 1);
  t.match(run, {
    status: 'succeeded',
    steps: [{ output: { body: { token: '[redacted]' } } }, { attempts: 2 }],
  });
  t.same(
    sink.deliveries.filter(({ path }) => path === '/flaky').map(({ body }) => JSON.parse(body)),
    [{ token: 'abc' }, { token: 'abc' }],
  );
  t.equal((await rowText())?.plan, null, 'nothing of it stays');
});

t.test('only what is hidden and wanted later is kept', async (t) => {
  const step = (params: object) => ({
    operation_id: 'x',
    params: { ...params },
    on_failure: 'stop' as const,
  });
  const output = { token: 'abc', place: 'rack 4' };
  const record = blankStep('x', 'succeeded', { output: redactedValue(output) });
  const context = [{ output, success: true }];
  const hidden = (...later: object[]) => hiddenOutputs([step({}), ...later.map(step)], [record], context);
  t.same(hidden({ v: '{{steps.0.output.token}}' }), { 0: output });
  t.same(hidden({ v: 'x' }, { v: ['<{{ steps.0.output }}>'] }), { 0: output });
  t.same(hidden({ v: '{{steps}}' }), { 0: output });
  t.same(hidden({ v: '{{steps.1.output.token}} {{trigger.token}}' }), {});
  t.same(hidden(), {});
  const shown = blankStep('x', 'succeeded', { output: redactedValue({ place: 'rack 4' }) });
  const open = [{ output: { place: 'rack 4' }, success: true }];
  t.same(hiddenOutputs([step({}), step({ v: '{{steps.0.output.place}}' })], [shown], open), {});
});
