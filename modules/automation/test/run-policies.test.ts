import { type Person, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { asked } from './support/actions.ts';
import {
  action,
  addRule,
  changeRule,
  dropRule,
  ended,
  eventsOf,
  every,
  executionsOf,
  type Fields,
  logs,
  NOWHERE,
  operation,
  publish,
} from './support/platform.ts';
import { automationScene } from './support/scene.ts';

t.test('how executions go', async (t) => {
  const { harness, organization_id, owner, receiver } = await automationScene(t);
  const webhook = (path: string, policy: Fields = {}) => ({
    ...action('webhook', { url: `${receiver.url}${path}` }),
    ...policy,
  });
  const call = (method: string, path: string, body?: unknown, as: Person = owner) =>
    harness.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  const executions = async (id: string) => (await executionsOf(harness, owner, id)).items;
  const fire = (...payloads: Fields[]) => publish(harness, organization_id, payloads);

  t.test(
    'an action is tried again under the same id, and the execution fails when no try is left',
    async (t) => {
      const id = await addRule(harness, owner, {
        name: 'Tries',
        actions: [
          logs('before'),
          webhook('/retry/503', { on_failure: 'retry', retry: { attempts: 2, delay_seconds: 1 } }),
          logs('after'),
        ],
      });
      const saved = await call('GET', `/automation/rules/${id}`);
      t.match(saved.body.actions, [
        { on_failure: 'stop' },
        { on_failure: 'retry', retry: { attempts: 2, delay_seconds: 1, otherwise: 'stop' } },
        { on_failure: 'stop' },
      ]);
      await fire({});
      const [open] = await waitFor('the wait', async () => {
        const items = await executions(id);
        return items[0]?.actions[1]?.status === 'waiting' ? items : null;
      });
      t.match(open, {
        status: 'queued',
        reason: /action 1 failed: WEBHOOK_REFUSED; it is tried again/,
        not_before: String,
      });
      const [execution] = await ended(harness, owner, id, 1);
      t.match(execution, {
        status: 'failed',
        reason: 'action 1 failed: WEBHOOK_REFUSED',
        dead_letter: 'open',
        actions: [{ status: 'succeeded' }, { status: 'failed', attempts: 2 }, { reason: 'action 1 failed' }],
      });
      const ids = receiver.effectsAt('/retry/503');
      t.equal(ids.length, 2);
      t.equal(new Set(ids).size, 1, 'the receiver can tell');
      const told = await waitFor('the event', async () => {
        const events = await eventsOf(harness, owner, 'automation.execution.failed');
        return events.length > 0 && events;
      });
      t.equal(told.length, 1, 'the last failure is told, the one before it is not');
      await dropRule(harness, owner, id);
    },
  );

  t.test('what no later try would change fails at once, and may be passed over all the same', async (t) => {
    const retry = { attempts: 5, delay_seconds: 60, otherwise: 'continue' };
    const id = await addRule(harness, owner, {
      actions: [
        { ...logs('{{trigger.payload.missing}}'), on_failure: 'retry', retry },
        { ...action('pretended.raise', {}), on_failure: 'continue' },
        logs('after'),
      ],
    });
    await fire({});
    const [execution] = await ended(harness, owner, id, 1);
    t.match(execution, {
      status: 'succeeded',
      dead_letter: null,
      actions: [{ status: 'failed' }, { status: 'failed' }, { status: 'succeeded' }],
    });
    const odd = { actions: [{ ...logs('x'), retry }] };
    const refused = await changeRule(harness, owner, id, odd);
    t.equal(refused.status, 422);
    t.match(refused.body.error.details, [{ field: 'actions.0.retry', type: 'not_allowed' }]);
    await dropRule(harness, owner, id);
  });

  t.test('a dead letter is replayed once, from the action that failed', async (t) => {
    const id = await addRule(harness, owner, { actions: [webhook('/first'), webhook('/dead/500')] });
    await fire({ n: 1 });
    const [dead] = await ended(harness, owner, id, 1);
    const listed = await call('GET', `/automation/dead-letters?rule_id=${id}`);
    t.same(listed.body.items, [dead]);
    t.equal(
      (await changeRule(harness, owner, id, { actions: [webhook('/first'), webhook('/mended')] })).status,
      200,
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', `/automation/dead-letters/${dead.id}/replay`)),
    );
    t.same(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409]);
    const all = await ended(harness, owner, id, 2);
    t.match(all[0], { status: 'succeeded', rerun_of: dead.id, event_id: dead.event_id, shadow: false });
    t.match(all[1], { id: dead.id, dead_letter: 'replayed', status: 'failed' });
    t.equal(receiver.effectsAt('/first').length, 1);
    t.equal(receiver.effectsAt('/mended').length, 1);
    t.equal((await call('GET', `/automation/dead-letters?rule_id=${id}`)).body.total, 0);
    await dropRule(harness, owner, id);
  });

  t.test('dead letters of a rule are replayed together, and one is put away', async (t) => {
    const id = await addRule(harness, owner, { actions: [webhook('/many/500')] });
    await fire({ n: 1 }, { n: 2 }, { n: 3 });
    const [first] = await ended(harness, owner, id, 3);
    t.equal((await call('DELETE', `/automation/dead-letters/${first.id}`)).status, 204);
    t.equal((await call('DELETE', `/automation/dead-letters/${first.id}`)).status, 404);
    t.equal((await call('POST', `/automation/dead-letters/${first.id}/replay`)).status, 409);
    await changeRule(harness, owner, id, { actions: [webhook('/many/200')] });
    const replayed = await call('POST', '/automation/dead-letters/replay', { rule_id: id });
    t.equal(replayed.status, 202);
    t.same(replayed.body, { replayed: 2, left: 0 });
    await ended(harness, owner, id, 5);
    t.equal(receiver.effectsAt('/many/200').length, 2);
    await dropRule(harness, owner, id);
  });

  t.test('an execution is carried out anew from an action on, and not before its end', async (t) => {
    const id = await addRule(harness, owner, {
      actions: [
        webhook('/hold/200'),
        action('pretended.say', { text: '{{steps.0.output.status}} {{trigger.payload.n}}' }),
        webhook('/last'),
      ],
    });
    await fire({ n: 1 });
    await waitFor('the held delivery', () => receiver.held.length === 1);
    const [open] = await executions(id);
    const rerun = (body: Fields, as?: Person) =>
      call('POST', `/automation/executions/${open.id}/rerun`, body, as);
    t.equal((await rerun({ from_action: 0 })).status, 409);
    receiver.held[0]?.();
    await ended(harness, owner, id, 1);
    const beyond = await rerun({ from_action: 3 });
    t.match(beyond, {
      status: 422,
      body: { error: { details: [{ field: 'from_action', message: 'the rule has 3 actions' }] } },
    });
    t.equal((await rerun({})).status, 422);
    t.equal((await rerun({ from_action: 1 }, await harness.person('viewer'))).status, 403);
    const stranger = await harness.person('org_admin', await harness.organization('Stranger'));
    t.equal((await rerun({ from_action: 1 }, stranger)).status, 404);
    const again = await rerun({ from_action: 1 });
    t.equal(again.status, 202, again.text);
    t.match(again.body, { rerun_of: open.id, rule_id: id, status: 'queued', is_test: false });
    const [execution] = await ended(harness, owner, id, 2);
    t.match(execution, {
      id: again.body.id,
      status: 'succeeded',
      actions: [{}, { output: { said: '200 1' } }],
    });
    t.equal(receiver.effectsAt('/hold/200').length, 1, 'what was done stays done');
    t.equal(new Set(receiver.effectsAt('/last')).size, 2, 'what is done anew is another effect');
    t.match(asked.slice(-1), [{ rule_id: id, event_id: open.event_id }]);
    await changeRule(harness, owner, id, { actions: [logs('x'), logs('y')] });
    t.equal((await rerun({ from_action: 1 })).status, 409);
    await dropRule(harness, owner, id);
  });

  t.test('a tick of a schedule is carried out anew with what it knew', async (t) => {
    const id = await addRule(harness, owner, {
      ...every('* * * * *'),
      is_enabled: false,
      actions: [action('pretended.say', { text: '{{trigger.scheduled_for}}' })],
    });
    const tested = await call('POST', `/automation/rules/${id}/test`, {});
    const { body } = await call('POST', `/automation/executions/${tested.body.id}/rerun`, { from_action: 0 });
    t.match(body, { rerun_of: tested.body.id, is_test: true, event_id: null });
    const [execution] = await ended(harness, owner, id, 2);
    t.equal(execution.actions[0].output.said, tested.body.actions[0].output.said);
    await dropRule(harness, owner, id);
  });

  t.test('a shadow reads, shows what it would stage, and reaches nothing', async (t) => {
    const id = await addRule(harness, owner, {
      shadow: true,
      actions: [
        operation('pretended.count', { of: '{{trigger.payload.n}}' }),
        webhook('/shadow'),
        action('stage_change', {
          controller_id: '{{trigger.payload.controller}}',
          feature: 'pretended.set',
          operation: 'update',
          payload: { name: 'n{{steps.0.output.count}}' },
          notes: 'by a shadow',
        }),
        operation('pretended.set', { controller_id: '{{trigger.payload.controller}}', name: 'x' }),
        action('create_alert', { title: 'by a shadow' }),
        action('pretended.say', { text: 'x' }),
        logs('{{steps.2.output.feature}} {{steps.0.output.count}}'),
        logs('{{steps.2.output.change_id}}'),
      ],
    });
    const said = asked.length;
    await fire({ n: 9, controller: NOWHERE });
    const [execution] = await ended(harness, owner, id, 1);
    const would_stage = {
      feature: 'pretended.set',
      operation: 'update',
      controller_id: NOWHERE,
      payload: { name: 'n3' },
      notes: 'by a shadow',
    };
    t.match(execution, {
      shadow: true,
      status: 'succeeded',
      reason: 'shadow: nothing with an effect was carried out',
      dead_letter: null,
      actions: [
        { status: 'succeeded', output: { count: 3 } },
        { status: 'skipped', reason: 'shadow', input: { url: `${receiver.url}/shadow` } },
        { status: 'skipped', output: { would_stage } },
        { status: 'skipped', output: { would_stage: { feature: 'pretended.set', payload: { name: 'x' } } } },
        { status: 'skipped', reason: 'shadow' },
        { status: 'skipped', reason: 'shadow' },
        { status: 'succeeded', output: { message: 'pretended.set 3' } },
        { status: 'skipped', reason: /^shadow: needs .*, and action 2 was not carried out$/ },
      ],
    });
    t.equal(asked.length, said);
    t.same(receiver.effectsAt('/shadow'), []);
    t.equal((await call('GET', '/changes')).body.total, 0);
    t.equal((await call('GET', '/alerts?search=shadow')).body.total, 0);
    await fire({ n: 9, controller: 'no uuid' });
    const [failed] = await ended(harness, owner, id, 2);
    t.match(failed, { status: 'failed', reason: 'action 2 failed: BAD_TARGET', dead_letter: null });
    const told = await eventsOf(harness, owner, 'automation.execution.failed');
    t.notOk(
      told.some(({ payload }: { payload: Fields }) => payload['rule_id'] === id),
      'nothing failed that was meant',
    );
    const { body: rule } = await call('GET', `/automation/rules/${id}`);
    t.match(rule, { shadow: true, failures_in_a_row: 0 });
    t.match((await changeRule(harness, owner, id, { shadow: false })).body, { shadow: false });
    await fire({ n: 9, controller: NOWHERE });
    t.match((await ended(harness, owner, id, 3))[0], { shadow: false, status: 'failed' });
    t.equal(receiver.effectsAt('/shadow').length, 1, 'no longer a shadow');
    await dropRule(harness, owner, id);
  });
});
