import { DATABASE, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, unreachable, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { pretendedModule } from './support/actions.ts';
import { echoed, operationsModule } from './support/operations.ts';
import {
  action,
  addRule,
  behind,
  dropRule,
  ended,
  executionsOf,
  type Fields,
  operation,
  publish,
  ruleBody,
} from './support/platform.ts';

t.test('Chains through rules', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule, operationsModule] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const site_id = await harness.site(owner, 'Harbour');
  const controller_id = await unreachable(harness, owner, site_id);
  const turn = async (module: string, enabled: boolean) =>
    (await harness.call('PATCH', `/modules/${module}`, { as: owner, body: { enabled } })).status;
  const store = operation('storage.store_blob', { controller_id, name: '{{steps.0.output.place}}' });

  t.test('what an action produces reaches the one that stores it, and waits for review', async (t) => {
    const id = await addRule(harness, owner, { actions: [operation('pretended.picture', {}), store] });
    await publish(harness, organization_id, [{}]);
    const [{ actions }] = await ended(harness, owner, id, 1);
    t.match(actions, [{ status: 'succeeded' }, { status: 'succeeded', change_id: String }]);
    const { body } = await harness.call('GET', `/changes/${actions[1].change_id}`, { as: owner });
    const { status, payload } = body.change ?? body;
    t.match(
      { status, payload },
      { status: 'pending', payload: { name: 'gate', artifact: { token: String, sha256: String, size: 9 } } },
    );
    await dropRule(harness, owner, id);
  });

  t.test('nothing to store fails as such, and is told before where it is certain', async (t) => {
    const lone = operation('storage.store_blob', { controller_id, name: 'x' });
    const wrong = { trigger_config: { event_pattern: 'site.updated' }, actions: [lone] };
    const saved = await harness.call('POST', '/automation/rules', { as: owner, body: ruleBody(wrong) });
    t.match(saved.body.error?.details ?? saved.body.findings, [{ type: 'ARTIFACT_REQUIRED' }]);
  });

  t.test('a circle of a rule and a Connection ends at its first return, with the reason', async (t) => {
    const id = await addRule(harness, owner, {
      trigger_config: { event_pattern: 'pretended.echoed' },
      actions: [action('create_alert', { title: '{{trigger.text}}' })],
    });
    const connection = await harness.call('POST', '/fabric/connections', {
      as: owner,
      body: {
        name: 'Back',
        source_event: 'alert.created',
        steps: [{ operation_id: 'pretended.echo', params: { text: '{{trigger.title}} again' } }],
      },
    });
    t.equal(connection.status, 201, connection.text);
    await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => work.events.publish(echoed, { text: 'once' }));
    const items = await ended(harness, owner, id, 2);
    t.same(
      items.map(({ status, reason }: Fields) => [status, reason]),
      [
        ['skipped', 'loop: this rule led to the event'],
        ['succeeded', null],
      ],
    );
    const runs = await harness.call('GET', `/fabric/connections/${connection.body.id}/runs`, { as: owner });
    t.match(runs.body, { total: 1, items: [{ status: 'succeeded' }] });
    t.equal((await harness.call('GET', '/alerts', { as: owner })).body.total, 1);
    await dropRule(harness, owner, id);
  });

  t.test('rules rest with what they need, and what came meanwhile is not made up for', async (t) => {
    const id = await addRule(harness, owner, {
      actions: [action('pretended.say', { text: '{{trigger.payload.n}}' })],
    });
    for (const [index, module] of ['automation', 'changes', 'fabric'].entries()) {
      t.equal(await turn(module, false), 200);
      for (const path of ['/automation/rules', '/automation/executions', '/actions'])
        t.equal((await harness.call('GET', path, { as: owner })).status, 404, `${path} without ${module}`);
      const [missed] = await publish(harness, organization_id, [{ n: 'missed' }]);
      await waitFor('the event to be numbered', () =>
        behind(harness, async (db) => {
          const { rows } = await sql`
            select from event_log where id = ${missed}::uuid and cursor is not null`.execute(db);
          return rows.length > 0;
        }),
      );
      t.equal(await turn(module, true), 200);
      await publish(harness, organization_id, [{ n: module }]);
      const items = await ended(harness, owner, id, index + 1);
      t.match(items[0], { status: 'succeeded', actions: [{ input: { text: module } }] });
      t.equal((await executionsOf(harness, owner, id)).total, index + 1);
    }
    await dropRule(harness, owner, id);
  });
});
