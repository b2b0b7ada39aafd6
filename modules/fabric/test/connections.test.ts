import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { ruleBody } from '@patchbay/test/kit';
import t from 'tap';
import { connect, disconnect, finished, logs, publish, runsOf } from './support/platform.ts';

t.test('Connections', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const { organization_id } = owner;

  t.test('an event runs the steps of a Connection in order, with its data, once', async (t) => {
    const id = await connect(harness, owner, {
      steps: [
        logs('got {{trigger.payload.door}}'),
        logs('{{steps.0.output.message}}!'),
        logs('{{trigger.payload.missing}}'),
        logs('never'),
      ],
    });
    const [event_id] = await publish(harness, organization_id, [{ door: 'north' }]);
    const [run] = await finished(harness, owner, id, 1);
    const one = await harness.call('GET', `/fabric/runs/${run.id}`, { as: owner });
    t.same(one.body, run);
    t.match(run, {
      connection_id: id,
      event_id,
      status: 'failed',
      reason: 'step 2 failed: TEMPLATE_UNRESOLVED',
    });
    t.same(
      run.steps.map(({ status, output }: { status: string; output: unknown }) => [status, output]),
      [
        ['succeeded', { message: 'got north' }],
        ['succeeded', { message: 'got north!' }],
        ['failed', null],
        ['skipped', null],
      ],
    );
    await disconnect(harness, owner, id);
  });

  t.test('conditions that do not hold leave no run and are counted', async (t) => {
    const id = await connect(harness, owner, {
      conditions: { logic: 'and', conditions: [{ field: 'payload.level', operator: 'gt', value: 5 }] },
      steps: [logs('high')],
    });
    await publish(harness, organization_id, [{ level: 1 }, { level: 9 }, { level: 2 }]);
    const items = await finished(harness, owner, id, 1);
    t.equal(items.length, 1);
    const { body } = await harness.call('GET', `/fabric/connections/${id}`, { as: owner });
    t.equal(body.conditions_failed, 2);
    await disconnect(harness, owner, id);
  });

  t.test('a cooldown lets one of many events through', async (t) => {
    const id = await connect(harness, owner, { cooldown_seconds: 600, steps: [logs('once')] });
    await publish(harness, organization_id, [{ n: 1 }, { n: 2 }]);
    await publish(harness, organization_id, [{ n: 3 }]);
    const items = await finished(harness, owner, id, 3);
    t.same(items.map(({ status, reason }: { status: string; reason: string }) => [status, reason]).sort(), [
      ['skipped', 'cooldown'],
      ['skipped', 'cooldown'],
      ['succeeded', null],
    ]);
    await disconnect(harness, owner, id);
  });

  t.test('params are shown to the author only, and the marker keeps them', async (t) => {
    const other = await harness.person('org_admin');
    const id = await connect(harness, owner, { steps: [logs('secret text'), logs('b')] });
    const seen = await harness.call('GET', `/fabric/connections/${id}`, { as: other });
    t.same(seen.body.steps[0], { operation_id: 'fabric.log', params: '[redacted]', on_failure: 'stop' });
    const same = await harness.call('PATCH', `/fabric/connections/${id}`, {
      as: other,
      body: { name: 'Renamed', steps: seen.body.steps },
    });
    t.match(same.body, { name: 'Renamed', author_id: owner.user_id });
    const taken = await harness.call('PATCH', `/fabric/connections/${id}`, {
      as: other,
      body: { steps: [seen.body.steps[0], logs('c')] },
    });
    t.equal(taken.body.author_id, other.user_id);
    t.same(taken.body.steps[0].params, { message: 'secret text' });
    const stale = await harness.call('PATCH', `/fabric/connections/${id}`, {
      as: other,
      body: { name: 'x' },
      headers: { 'if-match': String(seen.headers['etag']) },
    });
    t.equal(stale.status, 412);
    await disconnect(harness, owner, id);
  });

  t.test('secrets in params are not seen by taking over the other steps', async (t) => {
    const other = await harness.person('org_admin');
    const door = (headers: object) => ({
      operation_id: 'fabric.webhook',
      params: { method: 'POST', url: 'https://example.com/hook/opens', headers },
    });
    const id = await connect(harness, owner, { steps: [door({ 'X-Vault': 'opens' }), logs('b')] });
    const path = `/fabric/connections/${id}`;
    const change = (as: typeof owner, steps: readonly object[]) =>
      harness.call('PATCH', path, { as, body: { steps } });
    const [kept] = (await harness.call('GET', path, { as: other })).body.steps;
    const taken = await change(other, [kept, logs('mine')]);
    t.match(taken.body, { author_id: other.user_id, steps: [{ params: '[redacted]' }, {}] });
    t.notMatch(taken.text, /opens|params_of/);
    t.match((await change(other, [kept, logs('again')])).body.steps[0], { params: '[redacted]' });
    t.same((await change(other, taken.body.steps)).body.author_id, other.user_id);
    const back = await change(owner, [kept, logs('c')]);
    t.match(
      back.body.steps[0].params,
      { headers: { 'X-Vault': 'opens' } },
      'they are kept, for their writer',
    );
    await disconnect(harness, owner, id);
  });

  t.test('what cannot run is refused when saved, and told by a dry run', async (t) => {
    const bad = {
      name: 'Bad',
      source_event: 'dev*',
      conditions: { logic: 'and', conditions: [{ field: 'a', operator: 'in', value: 'x' }] },
      steps: [
        { operation_id: 'no.such', params: {} },
        { operation_id: 'plugin.x.read', params: {} },
        { operation_id: 'fabric.webhook', params: { method: 'DELETE', url: '{{steps.3.output.url}}' } },
      ],
    };
    const answer = await harness.call('POST', '/fabric/connections', { as: owner, body: bad });
    t.equal(answer.status, 422);
    t.same(
      answer.body.error.details.map(({ field, type }: { field: string; type: string }) => [field, type]),
      [
        ['source_event', 'pattern'],
        ['conditions.conditions.0.value', 'type'],
        ['steps.0.operation_id', 'unknown_operation'],
        ['steps.1.operation_id', 'plugin_operation'],
        ['steps.2.params.method', 'enum'],
        ['steps.2.params', 'TEMPLATE_UNRESOLVED'],
      ],
    );
    const dry = await harness.call('POST', '/fabric/connections?dry_run=true', { as: owner, body: bad });
    t.equal(dry.status, 200);
    t.equal(dry.body.findings.length, 6);
    const unknownOperator = await harness.call('POST', '/fabric/connections', {
      as: owner,
      body: {
        ...bad,
        conditions: { logic: 'and', conditions: [{ field: 'a', operator: 'like', value: 'x' }] },
      },
    });
    t.equal(unknownOperator.status, 422);
  });

  t.test('only an organization administrator writes; every member reads', async (t) => {
    const viewer = await harness.person('viewer');
    const admin = await harness.person('admin');
    const id = await connect(harness, owner, { steps: [logs('x')] });
    const body = { name: 'N', source_event: 'a.b', steps: [logs('x')] };
    t.equal((await harness.call('POST', '/fabric/connections', { as: admin, body })).status, 403);
    t.equal(
      (await harness.call('PATCH', `/fabric/connections/${id}`, { as: admin, body: { name: 'x' } })).status,
      403,
    );
    t.equal(
      (await harness.call('POST', `/fabric/connections/${id}/test`, { as: admin, body: { payload: {} } }))
        .status,
      403,
    );
    t.equal((await harness.call('DELETE', `/fabric/connections/${id}`, { as: viewer })).status, 403);
    t.equal((await harness.call('GET', `/fabric/connections/${id}`, { as: viewer })).status, 200);
    t.equal((await harness.call('GET', '/fabric/connections', { as: viewer })).body.total, 1);
    t.equal(
      (await harness.call('GET', '/fabric/connections/suggest?source_event=ingest.external', { as: viewer }))
        .status,
      200,
    );
    t.equal((await harness.call('DELETE', `/fabric/connections/${id}`, { as: owner })).status, 204);
    t.equal((await harness.call('GET', `/fabric/connections/${id}`, { as: owner })).status, 404);
    t.equal((await harness.call('GET', `/fabric/connections/${id}/runs`, { as: owner })).status, 404);
  });

  t.test('a test runs the steps with the payload given, whatever the conditions', async (t) => {
    const id = await connect(harness, owner, {
      is_enabled: false,
      conditions: { logic: 'and', conditions: [{ field: 'never', operator: 'exists' }] },
      steps: [logs('hello {{trigger.who}}')],
    });
    const answer = await harness.call('POST', `/fabric/connections/${id}/test`, {
      as: owner,
      body: { payload: { who: 'you' } },
    });
    t.equal(answer.status, 200);
    t.match(answer.body, {
      status: 'succeeded',
      is_test: true,
      steps: [{ output: { message: 'hello you' } }],
    });
    const neither = await harness.call('POST', `/fabric/connections/${id}/test`, { as: owner, body: {} });
    t.equal(neither.status, 422);
    const { total, per_page } = await runsOf(harness, owner, id, '?limit=7');
    t.same([total, per_page], [1, 7]);
    t.equal(
      (await harness.call('GET', `/fabric/connections/${id}/runs?limit=201`, { as: owner })).status,
      422,
    );
  });

  t.test('a test may take an event of the past', async (t) => {
    const id = await connect(harness, owner, {
      is_enabled: false,
      steps: [logs('{{trigger.payload.door}}')],
    });
    const [event_id] = await publish(harness, organization_id, [{ door: 'south' }]);
    const test = (body: unknown) =>
      harness.call('POST', `/fabric/connections/${id}/test`, { as: owner, body });
    const answer = await test({ event_id });
    t.match(answer.body, { event_id, is_test: true, status: 'succeeded', dead_letter: null });
    t.same(answer.body.steps[0].output, { message: 'south' });
    t.match((await test({ event_id })).body, { event_id, status: 'succeeded' }, 'as often as one likes');
    t.equal((await test({ event_id: '01980000-0000-7000-8000-000000000001' })).status, 404);
    t.equal((await test({ event_id, payload: {} })).status, 422);
  });

  t.test('a test says whether the conditions would have held, and is carried out all the same', async (t) => {
    const conditions = {
      logic: 'and',
      conditions: [
        { field: 'payload.n', operator: 'gt', value: 5 },
        { field: 'name', operator: 'eq', value: null },
      ],
    };
    const id = await connect(harness, owner, { steps: [logs('x')], conditions });
    const test = async (body: object) =>
      (await harness.call('POST', `/fabric/connections/${id}/test`, { as: owner, body })).body;
    t.match(await test({ payload: { name: null, payload: { n: 6 } } }), {
      status: 'succeeded',
      conditions: { held: true, failed: [] },
    });
    t.match(await test({ payload: { name: null, payload: { n: 5 } } }), {
      status: 'succeeded',
      conditions: { held: false, failed: [{ field: 'payload.n', operator: 'gt' }] },
    });
    const [event_id] = await publish(harness, organization_id, [{ n: 7 }]);
    t.match((await test({ event_id })).conditions, { held: true });
    const open = await connect(harness, owner, { steps: [logs('x')] });
    const answer = await harness.call('POST', `/fabric/connections/${open}/test`, {
      as: owner,
      body: { event_id },
    });
    t.match(answer.body.conditions, { held: true, failed: [] });
    const actions = [{ action_type: 'fabric.operation', params: logs('x') }];
    const rule = await harness.created(owner, '/automation/rules', ruleBody({ actions, conditions }));
    const tried = await harness.call('POST', `/automation/rules/${rule}/test`, {
      as: owner,
      body: { payload: { name: 'x' } },
    });
    t.match(tried.body, { status: 'succeeded', conditions: { held: false, failed: [{}, {}] } });
    for (const each of [id, open]) await disconnect(harness, owner, each);
    await harness.call('DELETE', `/automation/rules/${rule}`, { as: owner });
  });

  t.test('a Connection whose author is disabled is paused, with its reason', async (t) => {
    const author = await harness.person('org_admin');
    const id = await connect(harness, author, { steps: [logs('x')] });
    const disabled = await harness.call('PATCH', `/users/${author.user_id}`, {
      as: owner,
      body: { is_active: false },
    });
    t.equal(disabled.status, 200);
    const [event_id] = await publish(harness, organization_id, [{ n: 1 }]);
    const [run] = await finished(harness, owner, id, 1);
    t.match(run, { event_id, status: 'skipped', reason: 'author_disabled' });
    await waitFor(
      'the pause',
      async () =>
        (await harness.call('GET', `/fabric/connections/${id}`, { as: owner })).body.paused_reason ===
        'author_disabled',
    );
    const { body } = await waitFor('the event of the pause', async () => {
      const answer = await harness.call('GET', '/events?event_type=fabric.*', { as: owner });
      return answer.body.items.length > 0 ? answer : null;
    });
    t.match(body.items[0], {
      event_type: 'fabric.connection.paused',
      payload: { connection_id: id, author_id: author.user_id },
    });
  });
});
