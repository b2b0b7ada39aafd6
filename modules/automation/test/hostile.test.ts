import { sql } from '@patchbay/kernel/database';
import { unreachable } from '@patchbay/test/harness';
import t from 'tap';
import {
  action,
  addRule,
  behind,
  changeRule,
  dropRule,
  ended,
  type Fields,
  logs,
  NOWHERE,
  operation,
  publish,
  ruleBody,
} from './support/platform.ts';
import { automationScene } from './support/scene.ts';

t.test('Hostile input', async (t) => {
  const { harness, organization_id, owner, receiver } = await automationScene(t);
  const rules = '/automation/rules';
  const post = (body: unknown) => harness.call('POST', rules, { as: owner, body });
  const schedule = (cron: unknown, timezone?: unknown) =>
    ruleBody({ trigger_type: 'schedule', trigger_config: { cron, timezone } });

  t.test('a rule of the wrong shape is refused, whatever it holds', async (t) => {
    const url = 'https://example.com';
    const zeros = new Array(400_000).fill(0);
    const bad: Readonly<Record<string, unknown>> = {
      'two triggers': ruleBody({ trigger_config: { event_pattern: 'a.b', cron: '* * * * *' } }),
      'a list for a trigger': ruleBody({ trigger_config: ['a.b'] }),
      'an object for actions': ruleBody({ actions: { 0: logs('x'), length: 1 } }),
      'a list for params': ruleBody({ actions: [{ action_type: 'notify', params: [] }] }),
      'an object for an operation': ruleBody({
        actions: [action('fabric.operation', { operation_id: { toString: 1 }, params: {} })],
      }),
      'a template for an operation': ruleBody({ actions: [operation('{{trigger.payload.operation}}', {})] }),
      'a list of templates for an operation': ruleBody({
        actions: [action('fabric.operation', { operation_id: ['{{trigger.payload.x}}'], params: {} })],
      }),
      'a template for a feature': ruleBody({
        actions: [
          action('stage_change', {
            controller_id: '{{trigger.payload.id}}',
            feature: '{{trigger.payload.feature}}',
            operation: 'update',
            payload: {},
          }),
        ],
      }),
      'a megabyte of text': ruleBody({ actions: [logs('x'.repeat(1_000_000))] }),
      'a long list': ruleBody({ actions: [action('webhook', { url, payload: zeros })] }),
      'a long list in an operation': ruleBody({
        actions: [operation('fabric.webhook', { url, payload: zeros })],
      }),
      'many templates': ruleBody({
        actions: [logs(Array.from({ length: 80_000 }, (_, n) => `{{t${n}}}`).join(''))],
      }),
      'the name of what every object has': ruleBody({ actions: [{ action_type: 'constructor' }] }),
      'half a character': ruleBody({ name: '\ud800' }),
    };
    for (const [name, body] of Object.entries(bad)) {
      const { status, text } = await post(body);
      t.ok(status === 422 || status === 400, `${name}: ${status}`);
      t.ok(text.length < 2_000, `${name} is told briefly: ${text.length}`);
    }
    const prototype = JSON.stringify(ruleBody({ actions: [action('create_alert', { title: 'x' })] }));
    for (const key of ['"title":', '"event_pattern":', '"name":'])
      t.equal(
        (
          await harness.call('POST', rules, {
            as: owner,
            raw: prototype.replace(key, `"__proto__":{"severity":"critical"},${key}`),
          })
        ).status,
        400,
        key,
      );
    t.equal((await harness.call('GET', rules, { as: owner })).body.total, 0);
  });

  t.test('what is no schedule is refused with its field', async (t) => {
    for (const cron of ['*/0 * * * *', '5/0 * * * *', '* * * * * *', '@hourly', '* * 0 * *', '٣ * * * *', 5])
      t.match((await post(schedule(cron))).body.error.details, [{ field: 'trigger_config.cron' }], `${cron}`);
    for (const cron of ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *'])
      t.match(
        (await post(schedule(cron))).body.error.details,
        [{ field: 'trigger_config.cron', message: 'there is no such day' }],
        cron,
      );
    for (const timezone of ['../etc/localtime', 'Europe/Berlin/..', ' UTC', 'Moon/Base', ['UTC']])
      t.match(
        (await post(schedule('0 0 * * *', timezone))).body.error.details,
        [{ field: 'trigger_config.timezone' }],
        `${timezone}`,
      );
  });

  t.test('a change leaves no half of another trigger, and of changes at once one is made', async (t) => {
    const id = await addRule(harness, owner);
    const path = `${rules}/${id}`;
    const refused: readonly unknown[] = [
      { trigger_type: 'schedule' },
      { trigger_config: { cron: '* * * * *' } },
      { author_id: NOWHERE },
      { paused_reason: null },
      { next_fire_at: '2020-01-01T00:00:00Z' },
      {},
      [],
      null,
    ];
    for (const body of refused)
      t.equal((await harness.call('PATCH', path, { as: owner, body })).status, 422, JSON.stringify(body));
    const { headers } = await harness.call('GET', path, { as: owner });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        harness.call('PATCH', path, {
          as: owner,
          body: { name },
          headers: { 'if-match': String(headers['etag']) },
        }),
      ),
    );
    t.same(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
    await dropRule(harness, owner, id);
  });

  t.test('of many that are made at once no more stay than an organization may have', async (t) => {
    const id = await addRule(harness, owner, { name: 'model', is_enabled: false });
    await behind(harness, (db) =>
      sql`insert into automation_rules
        (id, organization_id, name, trigger_type, trigger_config, sealed_actions, is_enabled, author_id)
        select gen_random_uuid(), organization_id, 'filler', trigger_type, trigger_config, sealed_actions, false,
          author_id from automation_rules, generate_series(1, 997) where id = ${id}::uuid`.execute(db),
    );
    const made = await Promise.all(
      Array.from({ length: 20 }, () => post(ruleBody({ name: 'racer', is_enabled: false }))),
    );
    t.equal(made.filter(({ status }) => status === 201).length, 2);
    t.equal(made.filter(({ status }) => status === 409).length, 18);
    await behind(harness, (db) =>
      sql`update automation_rules set deleted_at = now() where name in ('filler', 'racer', 'model')`.execute(
        db,
      ),
    );
  });

  t.test('the record of an execution shows no credentials of its author, who may read over', async (t) => {
    const secrets = ['vault1', 'key1', 'tok1', 'tok2', 'hunter2', 'chat1'];
    const id = await addRule(harness, owner, {
      actions: [
        action('webhook', {
          url: `${receiver.url}/hook?token=tok1&x`,
          headers: { 'X-Vault': 'vault1', 'x-api-key': 'key1' },
          payload: { see: 'at http://user:hunter2@example.com/path#access=tok2 today' },
        }),
        operation('fabric.webhook', { url: `${receiver.url}/hook?tok2`, headers: { 'X-Vault': 'vault1' } }),
        action('notify', { channels: { chat: { url: `${receiver.url}/services/chat1`, kind: 'slack' } } }),
      ],
    });
    await publish(harness, organization_id, [{}]);
    const [{ actions }] = await ended(harness, owner, id, 1);
    for (const secret of secrets) t.notMatch(JSON.stringify(actions), secret);
    t.match(actions, [
      {
        status: 'succeeded',
        input: {
          url: `${receiver.url}/hook?token=[redacted]&[redacted]`,
          headers: { 'X-Vault': '[redacted]', 'x-api-key': '[redacted]' },
          payload: { see: 'at http://[redacted]@example.com/path#access=[redacted] today' },
        },
      },
      { input: { operation_id: 'fabric.webhook', params: { headers: { 'X-Vault': '[redacted]' } } } },
      { input: { channels: { chat: { url: `${receiver.url}/[redacted]`, kind: 'slack' } } } },
    ]);
    t.match(receiver.received[0], { path: '/hook?token=tok1&x', headers: { 'x-vault': 'vault1' } });
    await dropRule(harness, owner, id);
  });

  t.test('what another organization has is not there for an action, nor for a reader', async (t) => {
    const elsewhere = await harness.organization('Other Networks');
    const stranger = await harness.person('org_admin', elsewhere);
    const site_id = await harness.site(stranger, 'Theirs');
    const router = await unreachable(harness, stranger, site_id);
    const change = { feature: 'pretended.set', operation: 'update', payload: { name: 'x' } };
    const to = (...user_ids: readonly string[]) => ({ channels: { in_app: { user_ids } } });
    const bring = '{{trigger.id}}';
    /** Refused when it is saved; brought by a template, it fails where it is carried out. */
    const errors = async (naming: (id: string) => Fields, given: string): Promise<string> => {
      const body = ruleBody({ actions: [naming(given)] });
      const saved = await harness.call('POST', rules, { as: owner, body });
      t.equal(saved.status, 422, saved.text);
      const id = await addRule(harness, owner, { actions: [naming(bring)] });
      const tried = { as: owner, body: { payload: { id: given } } };
      const answer = await harness.call('POST', `${rules}/${id}/test`, tried);
      await dropRule(harness, owner, id);
      return answer.body.actions[0].error?.type;
    };
    for (const [naming, id] of [
      [(given: string) => action('create_alert', { title: 'x', site_id: given }), site_id],
      [(given: string) => action('create_alert', { title: 'x', device_id: given }), NOWHERE],
      [(given: string) => operation('cameras.snapshot', { camera_id: given }), NOWHERE],
    ] as const)
      t.equal(await errors(naming, id), 'kernel.not_found');
    const stage = (controller_id: string) => action('stage_change', { controller_id, ...change });
    for (const controller_id of [router, NOWHERE])
      t.equal(await errors(stage, controller_id), 'CROSS_TENANT_TARGET');
    for (const naming of [
      (given: string) => action('notify', to(given)),
      (given: string) => action('notify', to(owner.user_id, given)),
    ])
      t.equal(await errors(naming, stranger.user_id), 'kernel.validation_failed');
    t.equal((await harness.call('GET', '/notifications', { as: stranger })).body.total, 0);
    const id = await addRule(harness, owner, { actions: [action('pretended.say', {})] });
    const [ours] = await publish(harness, organization_id, [{}]);
    const [theirs] = await publish(harness, elsewhere, [{}]);
    await ended(harness, owner, id, 1);
    const why = (event_id: unknown, as: typeof owner) =>
      harness.call('GET', `/fabric/why-not?event_id=${event_id}&rule_id=${id}`, { as });
    for (const [event_id, as] of [
      [ours, stranger],
      [theirs, stranger],
      [theirs, owner],
    ] as const)
      t.equal((await why(event_id, as)).status, 404);
    const past = { as: owner, body: { event_id: theirs } };
    t.equal((await harness.call('POST', `${rules}/${id}/test`, past)).status, 404);
    const seen = await harness.call('GET', `/automation/executions?rule_id=${id}`, { as: stranger });
    t.equal(seen.body.total, 0);
    await dropRule(harness, owner, id);
  });

  t.test('tests that hang take no place from events, and are bounded', async (t) => {
    const id = await addRule(harness, owner, {
      actions: [action('webhook', { url: `${receiver.url}/hold` })],
    });
    const held = () => receiver.received.filter(({ path }) => path === '/hold').length;
    const path = `${rules}/${id}/test`;
    const abandoned = Array.from({ length: 24 }, () =>
      harness.call('POST', path, { as: owner, body: { payload: {} }, timeoutMs: 3_000 }).catch(() => null),
    );
    const answers = await Promise.all(abandoned);
    const refused = answers.flatMap((answer) => answer ?? []);
    t.same(
      refused.map(({ status, headers }) => [status, headers['retry-after']]),
      Array.from({ length: 8 }, () => [503, '1']),
    );
    t.equal(held(), 16);
    const say = await addRule(harness, owner, { actions: [action('pretended.say', { text: 'at once' })] });
    await changeRule(harness, owner, id, { is_enabled: false });
    await publish(harness, organization_id, [{}]);
    t.match(await ended(harness, owner, say, 1), [{ status: 'succeeded' }]);
    const tests = await harness.call('GET', `/automation/executions?rule_id=${id}`, { as: owner });
    t.equal(tests.body.total, 16, 'what was refused is not done later');
    for (const each of [id, say]) await dropRule(harness, owner, each);
  });
});
