import { DATABASE, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { ruleBody } from '@patchbay/test/kit';
import t from 'tap';

const testExemption = exempt('alerts.tests', 'a test looks behind the curtain');

t.test('Alerts', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const operator = await harness.person('operator');
  const viewer = await harness.person('viewer');
  const addRule = (fields: object, params: object) =>
    harness.created(
      owner,
      '/automation/rules',
      ruleBody({ ...fields, actions: [{ action_type: 'create_alert', params }] }),
    );
  const yearly = { trigger_type: 'schedule', trigger_config: { cron: '0 0 1 1 *' } };
  const rule_id = await addRule(yearly, { title: 'Lamp 100%', message: 'It went out.' });
  const raise = async (): Promise<string> => {
    const path = `/automation/rules/${rule_id}/test`;
    const { body } = await harness.call('POST', path, { as: owner, body: {} });
    return body.actions[0].output.alert_id;
  };
  const behind = <T>(work: (db: Kysely<Tables>) => Promise<T>) =>
    harness.get(DATABASE).asSystem(testExemption, work);
  const unresolved = () =>
    behind(async (db) => {
      const { rows } = await sql<{ total: number }>`
        select count(*)::integer as total from alerts where status <> 'resolved'`.execute(db);
      return rows[0]?.total ?? 0;
    });
  const call = (method: string, path: string, as = operator) => harness.call(method, path, { as });

  t.test('an alert is raised, looked after and done', async (t) => {
    const id = await raise();
    const open = await call('GET', `/alerts/${id}`, viewer);
    t.match(open.body, {
      title: 'Lamp 100%',
      message: 'It went out.',
      severity: 'warning',
      status: 'open',
      site_id: null,
      rule_id: rule_id,
      acknowledged_by: null,
    });
    const taken = await call('POST', `/alerts/${id}/acknowledge`);
    t.match(taken.body, {
      status: 'acknowledged',
      acknowledged_by: operator.user_id,
      acknowledged_at: String,
    });
    t.equal((await call('POST', `/alerts/${id}/acknowledge`)).status, 409);
    const done = await call('POST', `/alerts/${id}/resolve`);
    t.match(done.body, {
      status: 'resolved',
      resolved_by: operator.user_id,
      acknowledged_by: operator.user_id,
    });
    t.equal((await call('POST', `/alerts/${id}/resolve`)).status, 409);
    t.equal((await call('POST', `/alerts/${id}/acknowledge`)).status, 409);
    const told = await waitFor('three events', async () => {
      const { body } = await call('GET', '/events?event_type=alert.*', viewer);
      return body.total === 3 && body.items;
    });
    t.same(told.map(({ event_type }: { event_type: string }) => event_type).sort(), [
      'alert.acknowledged',
      'alert.created',
      'alert.resolved',
    ]);
    t.equal((await call('GET', '/audit?search=alerts.', owner)).body.total, 3);
  });

  t.test('of two who take it at once one is told that somebody has', async (t) => {
    const id = await raise();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `/alerts/${id}/acknowledge`)));
    t.same(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  t.test('one for a site that is gone is of that site still', async (t) => {
    const gone = await addRule(
      { trigger_config: { event_pattern: 'site.deleted' } },
      { title: 'Gone: {{trigger.name}}' },
    );
    const site_id = await harness.site(owner, 'Old Harbour');
    t.equal((await call('DELETE', `/sites/${site_id}`, owner)).status, 204);
    const { items } = await waitFor('the alert', async () => {
      const { body } = await call('GET', '/alerts?search=gone', viewer);
      return body.total > 0 && body;
    });
    t.match(items, [{ title: 'Gone: Old Harbour', site_id }]);
    await call('DELETE', `/automation/rules/${gone}`, owner);
    await call('POST', `/alerts/${items[0].id}/acknowledge`);
  });

  t.test('they are found by text, status and severity', async (t) => {
    const total = async (query: string) => (await call('GET', `/alerts?${query}`, viewer)).body.total;
    t.equal(await total('search=100%25'), 2);
    t.equal(await total('search=100_'), 0);
    t.equal(await total('status=resolved'), 1);
    t.equal(await total('severity=critical'), 0);
    t.equal((await call('GET', '/alerts?status=odd', viewer)).status, 422);
  });

  t.test('viewers only look, and strangers do not', async (t) => {
    const id = await raise();
    t.equal((await call('POST', `/alerts/${id}/acknowledge`, viewer)).status, 403);
    const stranger = await harness.person('org_admin', await harness.organization('Other Networks'));
    t.equal((await call('GET', `/alerts/${id}`, stranger)).status, 404);
    t.equal((await call('POST', `/alerts/${id}/resolve`, stranger)).status, 404);
    t.equal((await call('GET', '/alerts', stranger)).body.total, 0);
    t.equal((await call('GET', '/alerts', await harness.person('guest'))).status, 403);
  });

  t.test('no more stay open than an organization may have, however many come at once', async (t) => {
    const before = await unresolved();
    await behind((db) =>
      sql`insert into alerts (id, organization_id, title, message, severity, effect_id)
        select gen_random_uuid(), ${owner.organization_id}::uuid, 'filler', '', 'info', gen_random_uuid()
        from generate_series(1, ${9_997 - before}::integer)`.execute(db),
    );
    const path = `/automation/rules/${rule_id}/test`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => harness.call('POST', path, { as: owner, body: {} })),
    );
    t.equal(answers.filter(({ body }) => body.status === 'succeeded').length, 3);
    const refused = answers.filter(({ body }) => body.status === 'failed');
    t.ok(refused.every(({ body }) => body.actions[0].error.type === 'alerts.too_many'));
    t.equal(await unresolved(), 10_000);
    await behind((db) => sql`delete from alerts where title = 'filler'`.execute(db));
  });
});
