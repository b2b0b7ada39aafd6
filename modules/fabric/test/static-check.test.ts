import { bootPlatform, unreachable } from '@patchbay/test/harness';
import t from 'tap';
import { connect, logs } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';

const step = (operation_id: string, params: Readonly<Record<string, unknown>> = {}) => ({
  operation_id,
  params,
});

t.test('a draft is checked before it is saved', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule], work: false });
  const owner = await harness.owner();
  const CONTROLLER = await unreachable(harness, owner, await harness.site(owner, 'Here'));
  const set = step('pretended.set', { controller_id: CONTROLLER, name: 'n' });
  const draft = (fields: Readonly<Record<string, unknown>>) => ({
    name: 'Draft',
    source_event: 'pretended.happened',
    steps: [logs('x')],
    ...fields,
  });
  const found = async (fields: Readonly<Record<string, unknown>>) => {
    const answer = await harness.call('POST', '/fabric/connections?dry_run=true', {
      as: owner,
      body: draft(fields),
    });
    t.equal(answer.status, 200, answer.text);
    return answer.body.findings.map(
      ({ field, type, severity }: { field: string; type: string; severity: string }) => [
        field,
        type,
        severity,
      ],
    );
  };

  t.test('a sound draft has no findings, and a dry run saves nothing', async (t) => {
    t.same(
      await found({
        steps: [
          logs('{{trigger.device_id}} {{trigger.data.name}} {{trigger.data.reason}} {{trigger}}'),
          step('pretended.snapshot'),
          logs(
            '{{steps.0.output.message}} {{steps.1.output.url}} {{steps.1.artifact.size}} {{steps.0.success}}',
          ),
          step('pretended.store', { controller_id: CONTROLLER }),
          logs('{{steps.3.output.change_id}} {{steps.3.output.feature}}'),
        ],
      }),
      [],
    );
    t.equal((await harness.call('GET', '/fabric/connections', { as: owner })).body.total, 0);
  });

  t.test('templates are held against the payload and the outputs before them', async (t) => {
    const steps = [
      logs('{{trigger.device}} {{trigger.data.name.first}} {{trigger.__proto__}}'),
      step('pretended.snapshot', { a: '{{steps.0.output.text}} {{steps.0.outputs}} {{steps.1.output}}' }),
      logs('{{steps.1.output.link}} {{elsewhere}}'),
    ];
    const unresolved = (index: number) => [`steps.${index}.params`, 'TEMPLATE_UNRESOLVED', 'error'];
    t.same(await found({ steps }), [0, 0, 0, 1, 1, 1, 2, 2].map(unresolved));
    const refused = await harness.call('POST', '/fabric/connections', { as: owner, body: draft({ steps }) });
    t.equal(refused.status, 422);
    t.match(refused.body.error.details[0], {
      field: 'steps.0.params',
      message: '{{trigger.name}} is not in the payload of pretended.happened'.replace('name', 'device'),
      type: 'TEMPLATE_UNRESOLVED',
    });
  });

  t.test('what only some events bring, what nobody declares and what is foreign is a warning', async (t) => {
    const warned = [['steps.0.params', 'TEMPLATE_UNRESOLVED', 'warning']];
    const one = { source_event: '**', steps: [logs('{{trigger.device_id}}')] };
    t.same(await found(one), warned);
    t.same(await found({ source_event: 'ingest.external', steps: [logs('{{trigger.door}}')] }), warned);
    t.same(await found({ source_event: 'ingest.external', steps: [logs('{{trigger.payload.door}}')] }), []);
    t.same(await found({ source_event: 'plugin.later.said', steps: [logs('{{trigger.any}}')] }), [
      ['source_event', 'unknown_event', 'warning'],
    ]);
    const saved = await harness.call('POST', '/fabric/connections', { as: owner, body: draft(one) });
    t.equal(saved.status, 201);
    t.match(saved.body.findings, [{ severity: 'warning' }]);
    const { body } = await harness.call('GET', `/fabric/connections/${saved.body.id}`, { as: owner });
    t.notOk('findings' in body);
    await harness.call('DELETE', `/fabric/connections/${saved.body.id}`, { as: owner });
  });

  t.test('an artifact must be there, and of a kind the step takes', async (t) => {
    const store = step('pretended.store', { controller_id: CONTROLLER });
    t.same(await found({ steps: [store] }), [['steps.0.operation_id', 'ARTIFACT_REQUIRED', 'error']]);
    t.same(await found({ source_event: 'pretended.pictured', steps: [store] }), []);
    t.same(await found({ steps: [step('pretended.snapshot'), step('pretended.print')] }), [
      ['steps.1.operation_id', 'media_type', 'error'],
    ]);
  });

  t.test('a Connection that would start itself is refused, unless a condition may end it', async (t) => {
    const own = { source_event: 'controller.change.*', steps: [set] };
    t.same(await found(own), [['steps', 'cycle', 'error']]);
    const conditions = { logic: 'and', conditions: [{ field: 'feature', operator: 'eq', value: 'other' }] };
    t.same(await found({ ...own, conditions }), [['steps', 'cycle', 'warning']]);
    t.same(await found({ ...own, source_event: 'controller.change.applied' }), []);
  });

  t.test('a circle that conditions broke is found again when they go, or it is switched on', async (t) => {
    const conditions = { logic: 'and', conditions: [{ field: 'feature', operator: 'eq', value: 'other' }] };
    const id = await connect(harness, owner, {
      source_event: 'controller.change.staged',
      conditions,
      steps: [set],
    });
    const change = async (body: object) =>
      (await harness.call('PATCH', `/fabric/connections/${id}?dry_run=true`, { as: owner, body })).body
        .findings;
    t.match(await change({ conditions: { conditions: [] } }), [{ type: 'cycle', severity: 'error' }]);
    t.match(await change({ conditions }), [{ type: 'cycle', severity: 'warning' }]);
    t.same(await change({ name: 'Renamed' }), [], 'what changes nothing of that is not refused for it');
    const save = (body: object) => harness.call('PATCH', `/fabric/connections/${id}`, { as: owner, body });
    t.equal((await save({ conditions: { conditions: [] } })).status, 422);
    t.equal((await save({ is_enabled: false })).status, 200);
    t.match(await change({ is_enabled: true }), [{ type: 'cycle', severity: 'warning' }]);
    await harness.call('DELETE', `/fabric/connections/${id}`, { as: owner });
  });

  t.test('a cycle through other Connections is found, and told by its way', async (t) => {
    const other = await connect(harness, owner, {
      name: 'Other',
      source_event: 'pretended.echoed',
      steps: [set],
    });
    const body = draft({ source_event: 'controller.change.staged', steps: [step('pretended.echo')] });
    const refused = await harness.call('POST', '/fabric/connections', { as: owner, body });
    t.equal(refused.status, 422);
    t.equal(
      refused.body.error.details[0].message,
      'it would start itself: its steps publish pretended.echoed, which "Other" answers with controller.change.staged, to which it answers',
    );
    const disabled = await harness.call('PATCH', `/fabric/connections/${other}`, {
      as: owner,
      body: { is_enabled: false },
    });
    t.equal(disabled.status, 200);
    const saved = await harness.call('POST', '/fabric/connections', { as: owner, body });
    t.equal(saved.status, 201);
    const turned = await harness.call('PATCH', `/fabric/connections/${saved.body.id}?dry_run=true`, {
      as: owner,
      body: { source_event: 'pretended.echoed' },
    });
    t.match(turned.body.findings, [{ type: 'cycle', severity: 'error' }]);
  });

  t.test('another author, who lacks a right to a step, is told so', async (t) => {
    const findings = await harness.call('POST', '/fabric/connections?dry_run=true', {
      as: owner,
      body: draft({ steps: [set] }),
    });
    t.same(findings.body.findings, []);
    const admin = await harness.person('admin');
    const refused = await harness.call('POST', '/fabric/connections?dry_run=true', {
      as: admin,
      body: draft({ steps: [set] }),
    });
    t.equal(refused.status, 403);
  });
});
