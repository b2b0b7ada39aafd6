import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import {
  action,
  addRule,
  changeRule,
  dropRule,
  every,
  type Fields,
  logs,
  NOWHERE,
  operation,
  ruleBody,
} from './support/platform.ts';

t.test('Rules', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const post = (body: unknown, as = owner, query = '') =>
    harness.call('POST', `/automation/rules${query}`, { as, body });
  const refusals = async (fields: Fields) => {
    const answer = await post(ruleBody(fields));
    const details = answer.body.error?.details ?? [];
    return [
      answer.status,
      ...details.map(({ field, type }: { field: string; type: string }) => `${field} ${type}`),
    ];
  };

  t.test('a rule is made, read, changed and deleted, and each write is on record', async (t) => {
    const made = await post(
      ruleBody({ conditions: { conditions: [{ field: 'name', operator: 'exists' }] } }),
    );
    t.equal(made.status, 201, made.text);
    t.match(made.body, {
      name: 'Rule',
      trigger_type: 'event',
      trigger_config: { event_pattern: 'ingest.external' },
      actions: [{ action_type: 'fabric.operation', params: { operation_id: 'fabric.log' } }],
      is_enabled: true,
      author_id: owner.user_id,
      paused_reason: null,
      next_fire_at: null,
      conditions_failed: 0,
      findings: [],
    });
    const path = `/automation/rules/${made.body.id}`;
    const read = await harness.call('GET', path, { as: owner });
    t.ok(read.headers['etag']);
    const changed = await harness.call('PATCH', path, {
      as: owner,
      body: { name: 'Other', conditions: { conditions: [] } },
      headers: { 'if-match': String(read.headers['etag']) },
    });
    t.match(changed.body, { name: 'Other', conditions: { conditions: [] } });
    const stale = await harness.call('PATCH', path, {
      as: owner,
      body: { name: 'Third' },
      headers: { 'if-match': String(read.headers['etag']) },
    });
    t.equal(stale.status, 412);
    const listed = await harness.call('GET', '/automation/rules?search=oth&trigger_type=event', {
      as: owner,
    });
    t.match(listed.body, { total: 1, items: [{ id: made.body.id }] });
    t.equal((await dropRule(harness, owner, made.body.id)).status, 204);
    t.equal((await harness.call('GET', path, { as: owner })).status, 404);
    const { body } = await harness.call('GET', '/audit?search=automation.rules', { as: owner });
    t.same(body.items.map((record: { action: string }) => record.action).sort(), [
      'automation.rules.create',
      'automation.rules.delete',
      'automation.rules.update',
    ]);
  });

  t.test('a trigger has the parts of its kind and no others', async (t) => {
    const config = (trigger_type: string, trigger_config: Fields) =>
      refusals({ trigger_type, trigger_config });
    t.same(await config('event', {}), [422, 'trigger_config.event_pattern required']);
    t.same(await config('event', { event_pattern: 'dev*' }), [422, 'trigger_config.event_pattern pattern']);
    t.same(await config('event', { event_pattern: 'a.b', cron: '* * * * *' }), [
      422,
      'trigger_config.cron additional_property',
    ]);
    t.same(await config('schedule', { event_pattern: 'a.b' }), [
      422,
      'trigger_config.event_pattern additional_property',
      'trigger_config.cron required',
    ]);
    for (const cron of [
      '* * * *',
      '* * * * * *',
      '@daily',
      '2027-01-01T00:00:00',
      '61 * * * *',
      '0 0 31 2 *',
    ])
      t.same(await config('schedule', { cron }), [422, 'trigger_config.cron cron'], cron);
    t.same(await config('schedule', { cron: '0 0 * * *', timezone: 'Moon/Base' }), [
      422,
      'trigger_config.timezone format',
    ]);
    t.equal((await config('both', { event_pattern: 'a.b' }))[0], 422);
    t.equal((await config('event', { event_pattern: ['a.b'] }))[0], 422);
    t.equal((await config('event', { event_pattern: 'a.b', secret: 1 }))[0], 422);
    t.same(
      await refusals({
        ...every('0 0 * * *'),
        conditions: { conditions: [{ field: 'a', operator: 'eq', value: 1 }] },
      }),
      [422, 'conditions not_allowed'],
    );
    const id = await addRule(harness, owner);
    const swapped = await changeRule(harness, owner, id, { trigger_type: 'schedule' });
    t.equal(swapped.status, 422, 'what is stored does not go with the other kind');
    const turned = await changeRule(harness, owner, id, every('0 0 1 1 *', 'Europe/Berlin'));
    t.match(turned.body, { trigger_type: 'schedule', next_fire_at: /-12-31T23:00:00/ });
    const off = await changeRule(harness, owner, id, { is_enabled: false });
    t.equal(off.body.next_fire_at, null);
    await dropRule(harness, owner, id);
  });

  t.test('what cannot be carried out is refused when saved, and told by a dry run', async (t) => {
    const bad = {
      actions: [
        action('no.such', {}),
        action('plugin.acme.light', {}),
        operation('plugin.acme.read', {}),
        operation('no.such', {}),
        operation('{{trigger.payload.which}}', {}),
        action('webhook', { method: 'DELETE', url: '{{steps.9.output.url}}' }),
        action('stage_change', { controller_id: 'x', feature: 'no.such', operation: 'create', payload: {} }),
        action('notify', { title: 1 }),
      ],
    };
    t.same(await refusals(bad), [
      422,
      'actions.0.action_type unknown_action',
      'actions.1.action_type plugin_action',
      'actions.5.params.method enum',
      'actions.7.params.channels required',
      'actions.7.params.title type',
      'actions.5.params TEMPLATE_UNRESOLVED',
      'actions.2.params.operation_id plugin_operation',
      'actions.3.params.operation_id unknown_operation',
      'actions.4.params.operation_id unknown_operation',
      'actions.6.params.controller_id BAD_TARGET',
      'actions.6.params.feature unknown_feature',
    ]);
    const dry = await post(ruleBody(bad), owner, '?dry_run=true');
    t.equal(dry.status, 200);
    t.equal(dry.body.findings.length, 11);
    t.equal((await harness.call('GET', '/automation/rules', { as: owner })).body.total, 0);
    t.same(await refusals({ actions: [operation('fabric.webhook', {})] }), [
      422,
      'actions.0.params.params.url required',
    ]);
    t.equal((await refusals({ actions: [] }))[0], 422);
    t.equal((await refusals({ actions: [{ action_type: 'notify', params: 'all' }] }))[0], 422);
    t.equal((await refusals({ actions: [{ ...logs('x'), on_failure: 'never' }] }))[0], 422);
    t.equal((await refusals({ name: '' }))[0], 422);
    t.equal((await refusals({ actions: [logs('x'.repeat(70_000))] }))[0], 422);
  });

  t.test('only who may do what an action does may put it into a rule', async (t) => {
    const admin = await harness.person('admin');
    const operator = await harness.person('operator');
    t.equal((await post(ruleBody(), operator)).status, 403);
    const sinks = [
      logs('x'),
      action('webhook', { url: 'https://example.com' }),
      action('notify', { channels: { in_app: { user_ids: [owner.user_id] } } }),
    ];
    for (const each of sinks) t.equal((await post(ruleBody({ actions: [each] }), admin)).status, 403);
    const alert = {
      trigger_config: { event_pattern: 'device.*' },
      actions: [action('create_alert', { title: 'x' })],
    };
    t.equal((await post(ruleBody(alert), admin)).status, 201);
    const hidden = { ...alert, trigger_config: { event_pattern: 'ingest.external' } };
    t.equal((await post(ruleBody(hidden), admin)).status, 403, 'nor listen to what they may not hear');
    const id = await addRule(harness, owner);
    t.equal((await changeRule(harness, admin, id, { name: 'Renamed' })).status, 200);
    for (const body of [
      { trigger_config: { event_pattern: 'device.*' } },
      { conditions: { conditions: [] } },
      { is_enabled: true },
    ])
      t.equal((await changeRule(harness, admin, id, body)).status, 403, "nor make it of another's");
    t.equal(
      (await harness.call('POST', `/automation/rules/${id}/test`, { as: admin, body: { payload: {} } }))
        .status,
      403,
    );
    const scoped = await harness.call('POST', '/api-keys', {
      as: owner,
      body: { name: 'k', scopes: ['automation:write', 'automation.rules.read'] },
    });
    const withKey = { apiKey: String(scoped.body.secret) };
    t.equal((await harness.call('GET', '/automation/rules', withKey)).status, 200);
    t.equal((await harness.call('POST', '/automation/rules', { ...withKey, body: ruleBody() })).status, 403);
  });

  t.test('params are shown to the author only, and the marker keeps them', async (t) => {
    const other = await harness.person('org_admin');
    const id = await addRule(harness, owner, { actions: [logs('secret text'), logs('b')] });
    const path = `/automation/rules/${id}`;
    const seen = await harness.call('GET', path, { as: other });
    t.same(seen.body.actions[0], {
      action_type: 'fabric.operation',
      params: '[redacted]',
      on_failure: 'stop',
    });
    const same = await changeRule(harness, other, id, { actions: seen.body.actions });
    t.match(same.body, { author_id: owner.user_id });
    const taken = await changeRule(harness, other, id, { actions: [seen.body.actions[0], logs('c')] });
    t.match(taken.body, {
      author_id: other.user_id,
      actions: [{ params: { params: { message: 'secret text' } } }, {}],
    });
    const nothing = await post(ruleBody({ actions: [{ action_type: 'notify', params: '[redacted]' }] }));
    t.match(nothing.body, { error: { details: [{ field: 'actions.0.params', type: 'redacted' }] } });
  });

  t.test('secrets in params are not seen by taking over the other actions', async (t) => {
    const other = await harness.person('org_admin');
    const params = { method: 'POST', url: 'https://example.com/hook/opens', headers: { 'X-Vault': 'opens' } };
    const door = { action_type: 'fabric.operation', params: { operation_id: 'fabric.webhook', params } };
    const id = await addRule(harness, owner, { actions: [door, logs('b')] });
    const [kept] = (await harness.call('GET', `/automation/rules/${id}`, { as: other })).body.actions;
    const taken = await changeRule(harness, other, id, { actions: [kept, logs('mine')] });
    t.match(taken.body, { author_id: other.user_id, actions: [{ params: '[redacted]' }, {}] });
    t.notMatch(JSON.stringify(taken.body), /opens|params_of/);
    const back = await changeRule(harness, owner, id, { actions: [kept, logs('c')] });
    t.match(back.body.actions[0].params.params, { headers: { 'X-Vault': 'opens' } });
  });

  t.test('rules of another organization are not there', async (t) => {
    const elsewhere = await harness.organization('Other Networks');
    const stranger = await harness.person('org_admin', elsewhere);
    const id = await addRule(harness, owner);
    const path = `/automation/rules/${id}`;
    t.equal((await harness.call('GET', path, { as: stranger })).status, 404);
    t.equal((await changeRule(harness, stranger, id, { name: 'x' })).status, 404);
    t.equal((await dropRule(harness, stranger, id)).status, 404);
    t.equal(
      (await harness.call('POST', `${path}/test`, { as: stranger, body: { payload: {} } })).status,
      404,
    );
    t.equal((await harness.call('GET', '/automation/rules', { as: stranger })).body.total, 0);
    t.equal((await harness.call('GET', `/automation/executions/${NOWHERE}`, { as: owner })).status, 404);
  });

  t.test('the catalog says what rules can do, and whether the reader may', async (t) => {
    const list = async (as = owner, query = '') =>
      (await harness.call('GET', `/actions${query}`, { as })).body;
    const all = await list();
    t.same(
      all.items.map((each: { action_type: string }) => each.action_type),
      ['create_alert', 'fabric.operation', 'notify', 'stage_change', 'webhook'],
    );
    t.ok(all.items.every((each: Fields) => each['allowed'] && each['available'] && each['params_schema']));
    const viewer = await list(await harness.person('viewer'));
    t.notOk(viewer.items.some((each: Fields) => each['allowed']));
    const cut = await list(owner, '?per_page=2&page=2&sort=-action_type');
    t.same([cut.total, cut.items[0].action_type], [5, 'notify']);
    t.equal((await list(owner, '?search=ALERT')).total, 1);
  });
});
