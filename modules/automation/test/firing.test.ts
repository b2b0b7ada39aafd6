import { sql } from '@patchbay/kernel/database';
import { bootPlatform, unreachable, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { asked, pretendedModule } from './support/actions.ts';
import {
  action,
  addRule,
  behind,
  dropRule,
  ended,
  eventsOf,
  executionsOf,
  type Fields,
  operation,
  publish,
} from './support/platform.ts';
import { Receiver } from './support/receiver.ts';

const say = (text: string) => action('pretended.say', { text });

t.test('Firing', async (t) => {
  const receiver = await Receiver.start(t);
  const harness = await bootPlatform(t, {
    modules: [pretendedModule],
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', FABRIC_WEBHOOK_SIGNING_SECRET: 'signing' },
  });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const site_id = await harness.site(owner, 'Harbour');
  const controller_id = await unreachable(harness, owner, site_id);
  const once = async (fields: Fields, payload: Fields = {}) => {
    const id = await addRule(harness, owner, fields);
    const [event_id] = await publish(harness, organization_id, [payload]);
    const [execution] = await ended(harness, owner, id, 1);
    await dropRule(harness, owner, id);
    return { id, event_id, execution };
  };

  t.test('an event runs the actions of a rule in order, with its data, once', async (t) => {
    const { id, event_id, execution } = await once(
      { actions: [say('got {{trigger.payload.door}}'), say('{{steps.0.output.said}}!')] },
      { door: 'north' },
    );
    t.match(execution, {
      rule_id: id,
      event_id,
      status: 'succeeded',
      reason: null,
      is_test: false,
      actions: [
        { action_type: 'pretended.say', input: { text: 'got north' }, output: { said: 'got north' } },
        { input: { text: 'got north!' }, output: { said: 'got north!' }, error: null },
      ],
    });
    const one = await harness.call('GET', `/automation/executions/${execution.id}`, { as: owner });
    t.same(one.body, execution);
    const [first, second] = asked.slice(-2);
    t.match(first, {
      rule_id: id,
      event_id,
      causation: [event_id, id],
      principal: { user_id: owner.user_id },
    });
    t.not(first?.effect_id, second?.effect_id);
    t.notOk(second?.signal.aborted);
  });

  t.test('conditions that do not hold leave no execution and are counted', async (t) => {
    const id = await addRule(harness, owner, {
      conditions: { logic: 'and', conditions: [{ field: 'payload.level', operator: 'gt', value: 5 }] },
    });
    await publish(harness, organization_id, [{ level: 1 }, { level: 9 }, { level: 2 }]);
    t.equal((await ended(harness, owner, id, 1)).length, 1);
    const { body } = await harness.call('GET', `/automation/rules/${id}`, { as: owner });
    t.equal(body.conditions_failed, 2);
    await dropRule(harness, owner, id);
  });

  t.test('an action fails by saying so and by raising, and its execution with it', async (t) => {
    const refused = await once({ name: 'Lamp', actions: [action('pretended.refuse', {}), say('never')] });
    t.match(refused.execution, {
      status: 'failed',
      reason: 'action 0 failed: ACTION_FAILED',
      actions: [
        { status: 'failed', error: { type: 'ACTION_FAILED', message: 'the lamp is broken' } },
        { status: 'skipped', reason: 'action 0 failed' },
      ],
    });
    const raised = await once({ actions: [action('pretended.raise', {})] });
    t.match(raised.execution, {
      status: 'failed',
      actions: [{ error: { type: 'internal', message: 'The operation failed.' } }],
    });
    const missing = await once({ actions: [say('{{trigger.payload.missing}}')] });
    t.match(missing.execution, { status: 'failed', actions: [{ error: { type: 'TEMPLATE_UNRESOLVED' } }] });
    const wrong = await once({ actions: [say('{{trigger.payload.number}}')] }, { number: 3 });
    t.match(wrong.execution, {
      status: 'failed',
      actions: [{ error: { type: 'kernel.validation_failed' } }],
    });
    const told = await waitFor('four events', async () => {
      const events = await eventsOf(harness, owner, 'automation.execution.failed');
      return events.length === 4 && events;
    });
    const lamp = told.find(({ payload }: { payload: Fields }) => payload['name'] === 'Lamp');
    t.match(lamp, {
      payload: {
        reason: 'action 0 failed: ACTION_FAILED',
        rule_id: refused.id,
        event_id: refused.event_id,
        execution_id: refused.execution.id,
      },
      causation: [refused.event_id, refused.id],
    });
  });

  t.test('the built-in actions do what they say', async (t) => {
    const { id, event_id, execution } = await once(
      {
        actions: [
          action('webhook', {
            url: `${receiver.url}/hook`,
            headers: { 'x-door': '{{trigger.payload.door}}' },
          }),
          action('notify', {
            channels: { in_app: { user_ids: [owner.user_id] } },
            title: 'Door',
            body: 'open',
          }),
          action('create_alert', { title: 'Door {{trigger.payload.door}}', severity: 'critical', site_id }),
          operation('fabric.log', { message: 'kept' }),
          action('stage_change', {
            controller_id,
            feature: 'pretended.set',
            operation: 'update',
            payload: { name: '{{trigger.payload.door}}' },
            notes: 'by a rule',
          }),
        ],
      },
      { door: 'south' },
    );
    t.equal(execution.status, 'succeeded', JSON.stringify(execution.actions));
    const [sent] = receiver.received;
    t.ok(sent?.headers['x-fabric-delivery']);
    t.ok(sent?.headers['x-fabric-signature']);
    t.equal(sent?.headers['x-door'], 'south');
    t.same(JSON.parse(String(sent?.body)), { name: null, payload: { door: 'south' } });
    const inbox = await harness.call('GET', '/notifications?search=door', { as: owner });
    const titles = inbox.body.items.filter((notice: Fields) => notice['event_id'] === event_id);
    t.match(titles, [{ title: 'Door', body: 'open' }]);
    const alerts = await harness.call('GET', '/alerts', { as: owner });
    t.match(alerts.body, {
      total: 1,
      items: [{ title: 'Door south', severity: 'critical', status: 'open', site_id, rule_id: id, event_id }],
    });
    t.match(await eventsOf(harness, owner, 'alert.created'), [{ site_id, causation: [event_id, id] }]);
    const changes = await harness.call('GET', '/changes', { as: owner });
    t.match(changes.body, {
      total: 1,
      items: [{ status: 'pending', payload: { name: 'south' }, notes: 'by a rule' }],
    });
    t.match(execution.actions[4], {
      change_id: changes.body.items[0].id,
      output: { feature: 'pretended.set' },
    });
  });

  t.test('what is carried out again after a kill finds what it did', async (t) => {
    const id = await addRule(harness, owner, {
      actions: [
        action('create_alert', { title: 'Twice' }),
        action('stage_change', {
          controller_id,
          feature: 'pretended.set',
          operation: 'update',
          payload: { name: 'twice' },
        }),
        action('webhook', { url: `${receiver.url}/twice` }),
      ],
    });
    await publish(harness, organization_id, [{}]);
    const [first] = await ended(harness, owner, id, 1);
    // State after a process died before its first action is on record.
    await behind(harness, (db) =>
      sql`update automation_executions e set status = 'running', finished_at = null, steps = '[]',
        sealed_plan = r.sealed_actions from automation_rules r where r.id = e.rule_id and e.id = ${first.id}::uuid`.execute(
        db,
      ),
    );
    const waker = await addRule(harness, owner, { actions: [say('wakes')] });
    await publish(harness, organization_id, [{}]);
    const again = await waitFor('the second end', async () => {
      const { body } = await harness.call('GET', `/automation/executions/${first.id}`, { as: owner });
      return body.finished_at !== null && body;
    });
    t.same(
      again.actions.map(({ output }: Fields) => output),
      first.actions.map(({ output }: Fields) => output),
    );
    await ended(harness, owner, id, 2);
    const ids = receiver.effectsAt('/twice');
    t.equal(ids.length, 3);
    t.equal(new Set(ids).size, 2, 'the receiver can tell');
    t.match((await harness.call('GET', '/alerts?search=twice', { as: owner })).body, { total: 2 });
    for (const each of [id, waker]) await dropRule(harness, owner, each);
  });

  t.test('a test carries a rule out once, with a payload or a past event', async (t) => {
    const id = await addRule(harness, owner, {
      trigger_config: { event_pattern: 'ingest.*' },
      is_enabled: false,
      actions: [say('{{trigger.payload.door}}')],
    });
    const path = `/automation/rules/${id}/test`;
    const test = (body: Fields) => harness.call('POST', path, { as: owner, body });
    const run = await test({ payload: { payload: { door: 'east' } } });
    t.match(run, {
      status: 200,
      body: { is_test: true, status: 'succeeded', actions: [{ output: { said: 'east' } }] },
    });
    const [event_id] = await publish(harness, organization_id, [{ door: 'west' }]);
    t.match((await test({ event_id: String(event_id) })).body, {
      event_id,
      actions: [{ output: { said: 'west' } }],
    });
    for (const body of [{}, { payload: {}, event_id: String(event_id) }])
      t.equal((await test(body)).status, 422);
    t.equal((await test({ event_id: id })).status, 404);
    const tests = await executionsOf(harness, owner, id);
    t.equal(tests.total, 2);
    await dropRule(harness, owner, id);
  });

  t.test('executions are found by rule, status and time', async (t) => {
    const list = async (query: string) =>
      (await harness.call('GET', `/automation/executions?${query}`, { as: owner })).body;
    const all = await list('per_page=3');
    t.equal(all.items.length, 3);
    t.ok(all.items[0].created_at >= all.items[1].created_at);
    t.equal((await list('status=failed')).total, 4);
    t.equal((await list(`since=${encodeURIComponent(all.items[0].created_at)}`)).total, 1);
    t.equal((await list(`rule_id=${all.items[0].rule_id}&status=queued`)).total, 0);
    t.equal((await harness.call('GET', '/automation/executions?status=odd', { as: owner })).status, 422);
    t.equal((await harness.call('GET', '/automation/executions?since=today', { as: owner })).status, 422);
    const guest = await harness.person('guest');
    t.equal((await harness.call('GET', '/automation/executions', { as: guest })).status, 403);
  });
});
