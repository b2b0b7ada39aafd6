import { sql } from '@patchbay/kernel/database';
import { blankStep, markersFor, withoutParams } from '@patchbay/runs';
import { bootPlatform, type Person, waitFor } from '@patchbay/test/harness';
import { ruleBody } from '@patchbay/test/kit';
import t from 'tap';
import { behind, connect, disconnect, finished, logs, publish } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';
import { receiver } from './support/receiver.ts';

/** The receiver answers with the status that stands second. */
const CAPABILITY = '/services/200/B0000/capability-of-a-room';
const SECRETS = ['capability-of-a-room', 'a text for few', 'B0000', 'quite a private note'];

t.test('what a Connection hides, its runs hide', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, {
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
    modules: [pretendedModule],
  });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const others = [await harness.person('viewer'), await harness.person('org_admin')];
  const url = `${sink.url}${CAPABILITY}`;
  const steps = [
    { operation_id: 'fabric.webhook', params: { url, payload: { text: 'a text for few' } } },
    { operation_id: 'fabric.notify', params: { channels: { chat: { url } }, body: 'quite a private note' } },
    logs(`${url} quite a private note`),
    { operation_id: 'fabric.webhook', params: { url: `${sink.url}/status/500${CAPABILITY}` } },
  ];
  const rows = async () => {
    const { rows } = await behind(harness, (db) =>
      sql<{ text: string }>`
        select r::text as text from connection_runs r union all select e::text from automation_executions e
        union all select b::text from connection_backtests b union all select n::text from notification_targets n
        union all select d::text from notification_deliveries d`.execute(db),
    );
    return rows.map(({ text }) => text).join('\n');
  };
  const told = (text: string) => SECRETS.filter((secret) => text.includes(secret));
  const shown = (as: Person, path: string) => harness.call('GET', path, { as });
  const masked = { url: '[redacted]', payload: '[redacted]' };

  await t.test('from everybody but their author, and from the disk', async (t) => {
    const id = await connect(harness, owner, { steps });
    await publish(harness, organization_id, [{}]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, {
      status: 'failed',
      steps: [
        { input: { url, payload: { text: 'a text for few' } } },
        { input: { body: 'quite a private note' } },
        { output: { message: `${url} quite a private note` } },
        { error: { type: 'WEBHOOK_REFUSED' } },
      ],
    });
    const paths = [`/fabric/connections/${id}/runs`, `/fabric/runs/${run.id}`, '/fabric/dead-letters'];
    for (const path of paths)
      for (const as of others) {
        const answer = await shown(as, path);
        t.equal(answer.status, 200, path);
        t.same(told(answer.text), [], `${path} ${answer.text}`);
        const [{ steps: seen }] = answer.body.items ?? [answer.body];
        t.same(seen[0].input, masked);
        t.same(seen[1].input, { channels: '[redacted]', body: '[redacted]' });
        t.same(seen[2].input, { message: '[redacted]' });
        t.same(seen[2].output, { message: '[redacted]' });
        t.match(seen[3], { status: 'failed', error: { type: 'WEBHOOK_REFUSED' } });
      }
    t.same(told(await rows()), []);
    const [, admin] = others;
    const again = await harness.call('POST', `/fabric/runs/${run.id}/rerun`, {
      as: admin,
      body: { from_step: 3 },
    });
    t.equal(again.status, 202, again.text);
    t.same(told(again.text), []);
    const rerun = await waitFor('the rerun', async () => {
      const { body } = await shown(owner, `/fabric/runs/${again.body.id}`);
      return body.finished_at === null ? null : body;
    });
    t.match(rerun.steps[0], { input: { url }, output: run.steps[0].output });
    const tried = await harness.call('POST', `/fabric/connections/${id}/test`, {
      as: admin,
      body: { payload: {} },
    });
    t.equal(tried.status, 200, tried.text);
    t.same(told(tried.text), []);
    t.same(told(await rows()), []);
    await disconnect(harness, owner, id);
  });

  await t.test('in shadow runs and backtests', async (t) => {
    const set = {
      operation_id: 'pretended.set',
      params: { controller_id: '{{trigger.payload.id}}', name: 'quite a private note' },
    };
    const payload = { id: '01980000-0000-7000-8000-000000000001' };
    const draft = { name: 'Draft', source_event: 'ingest.external', steps: [set, steps[0]] };
    const id = await connect(harness, owner, { ...draft, shadow: true });
    await publish(harness, organization_id, [payload]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run.steps[0].output, { would_stage: { payload: { name: 'quite a private note' } } });
    const started = await harness.call('POST', '/fabric/connections/backtest', {
      as: owner,
      body: { connection: draft, days: 1 },
    });
    const backtest = await waitFor('the backtest', async () => {
      const { body } = await shown(owner, `/fabric/backtests/${started.body.backtest_id}`);
      return body.finished_at === null ? null : body;
    });
    t.match(backtest.runs.at(-1).steps, [
      { output: { would_stage: { payload: { name: 'quite a private note' } } } },
      { input: { url } },
    ]);
    t.ok(backtest.would_stage > 0);
    for (const path of [`/fabric/runs/${run.id}`, `/fabric/backtests/${started.body.backtest_id}`]) {
      const { status, text } = await shown(others[1] ?? owner, path);
      t.equal(status, 200, path);
      t.same(told(text), [], path);
      t.match(text, /"would_stage":\{[^}]*"feature":"pretended.set"/);
    }
    t.same(told(await rows()), []);
    await disconnect(harness, owner, id);
  });

  await t.test('and so do executions of rules', async (t) => {
    const actions = [{ action_type: 'webhook', params: { url, payload: { text: 'a text for few' } } }];
    const rule = await harness.created(owner, '/automation/rules', ruleBody({ actions }));
    await publish(harness, organization_id, [{}]);
    const path = `/automation/executions?rule_id=${rule}`;
    const own = await waitFor('the execution', async () => {
      const { body } = await shown(owner, path);
      return body.items[0]?.finished_at ? body.items[0] : null;
    });
    t.match(own, { status: 'succeeded', actions: [{ input: { url } }] });
    for (const as of others) {
      const answer = await shown(as, path);
      t.equal(answer.status, 200);
      t.same(answer.body.items[0].actions[0].input, masked);
      t.same(told(answer.text), []);
    }
    t.same(told(await rows()), []);
  });
});

t.test('a marker stands for each param, whatever it held', (t) => {
  t.same(markersFor({ a: 1, b: { c: 'x' }, d: [] }), { a: '[redacted]', b: '[redacted]', d: '[redacted]' });
  t.equal(markersFor(null), null);
  t.equal(markersFor('[redacted]'), '[redacted]');
  t.end();
});

t.test('texts of params are gone from outputs and errors, however they are repeated', (t) => {
  const record = blankStep('x', 'failed', {
    input: { url: 'https://room.example/hooks/abcdefgh?k=1', note: 'ok', deep: [{ text: 'a longer text' }] },
    output: { said: 'Not found: /hooks/abcdefgh?k=1', ok: 'ok', fine: 'okay', list: ['<a longer text>'] },
    error: { type: 'X', message: 'no https://room.example/hooks/abcdefgh?k=1 here' },
  });
  t.match(withoutParams(record), {
    output: { said: 'Not found: [redacted]', ok: '[redacted]', fine: 'okay', list: ['<[redacted]>'] },
    error: { type: 'X', message: 'no [redacted] here' },
  });
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, `text ${n}`]));
  const { output } = withoutParams(blankStep('x', 'succeeded', { input: many, output: { a: 'b', n: 1 } }));
  t.same(output, { a: '[redacted]', n: 1 });
  t.end();
});

t.test('templates that do not resolve are told to their author alone', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const owner = await harness.owner();
  const viewer = await harness.person('viewer');
  const template = '{{trigger.payload.private_name}}';
  const failing = {
    'a step that touches nothing': logs(`about ${template}`),
    'a step with an effect': { operation_id: 'fabric.webhook', params: { url: sink.url, payload: template } },
  };
  for (const [name, step] of Object.entries(failing))
    await t.test(name, async (t) => {
      const id = await connect(harness, owner, { steps: [step] });
      await publish(harness, owner.organization_id, [{}]);
      const [run] = await finished(harness, owner, id, 1);
      t.match(run.steps[0], {
        input: null,
        error: {
          type: 'TEMPLATE_UNRESOLVED',
          message: /Does not resolve: trigger\.payload\.private_name/,
        },
      });
      const other = await harness.call('GET', `/fabric/runs/${run.id}`, { as: viewer });
      t.match(other.body.steps[0], {
        input: null,
        error: { type: 'TEMPLATE_UNRESOLVED', message: 'Does not resolve: [redacted]' },
      });
      t.notMatch(other.text, /private_name/);
      await disconnect(harness, owner, id);
    });

  await t.test('in a shadow, too', async (t) => {
    const post = { operation_id: 'fabric.webhook', params: { url: sink.url } };
    const steps = [post, logs('{{steps.0.output.body.private_name}}')];
    const id = await connect(harness, owner, { shadow: true, steps });
    await publish(harness, owner.organization_id, [{}]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run.steps[1], {
      status: 'skipped',
      reason: /needs \{\{steps\.0\.output\.body\.private_name\}\}/,
    });
    const other = await harness.call('GET', `/fabric/runs/${run.id}`, { as: viewer });
    t.match(other.body.steps[1], { status: 'skipped', reason: /^shadow: needs \[redacted\]/ });
    t.notMatch(other.text, /private_name/);
  });
});

t.test('a credential in an address that leads nowhere else is hidden in outputs, too', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const viewer = await harness.person('viewer');
  const message =
    'see https://room.example?token=quite-a-capability and https://me:quite-a-capability@room.example';
  const id = await connect(harness, owner, { steps: [logs(message)] });
  await publish(harness, owner.organization_id, [{}]);
  const [run] = await finished(harness, owner, id, 1);
  t.same(run.steps[0].output, { message }, 'its author sees it');
  const other = await harness.call('GET', `/fabric/runs/${run.id}`, { as: viewer });
  t.match(other.body.steps[0], { status: 'succeeded', output: { message: '[redacted]' } });
  t.notMatch(other.text, /quite-a-capability/);
});
