import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';

t.test('Alerts', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const operator = await harness.person('operator');
  const viewer = await harness.person('viewer');
  const rule = await harness.call('POST', '/automation/rules', {
    as: owner,
    body: {
      name: 'Raise',
      trigger_type: 'schedule',
      trigger_config: { cron: '0 0 1 1 *' },
      actions: [{ action_type: 'create_alert', params: { title: 'Lamp 100%', message: 'It went out.' } }],
    },
  });
  t.equal(rule.status, 201, rule.text);
  const raise = async (): Promise<string> => {
    const path = `/automation/rules/${rule.body.id}/test`;
    const { body } = await harness.call('POST', path, { as: owner, body: {} });
    return body.actions[0].output.alert_id;
  };
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
      rule_id: rule.body.id,
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
});
