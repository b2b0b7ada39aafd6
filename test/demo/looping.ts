import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { must } from './narrator.ts';
import type { DemoScene } from './scene.ts';

interface Execution {
  readonly is_test: boolean;
  readonly status: string;
  readonly reason: string | null;
}

/** A rule that answers its own alerts: its guard ends the loop after one turn, and says so. */
export async function loopGuard(scene: DemoScene): Promise<void> {
  const token = scene.owner;
  const rule = await scene.api.call('POST', '/automation/rules', 201, {
    token,
    body: {
      name: 'an alert about every alert',
      trigger_type: 'event',
      trigger_config: { event_pattern: 'alert.created' },
      conditions: {
        logic: 'and',
        conditions: [{ field: 'severity', operator: 'eq', value: 'warning' }],
      },
      actions: [
        { action_type: 'create_alert', params: { title: 'Alert: {{trigger.title}}', severity: 'warning' } },
      ],
    },
  });
  await scene.api.call('POST', `/automation/rules/${rule.body.id}/test`, 200, {
    token,
    body: { payload: { title: 'Water in the rack', severity: 'warning' } },
  });
  const stopped = await waitFor('the guard', async () => {
    const path = `/api/v1/automation/executions?rule_id=${rule.body.id}`;
    const { body } = await call(scene.url, 'GET', path, { token });
    return body.items.find(({ is_test, status }: Execution) => !is_test && status === 'skipped');
  });
  scene.narrator.got(`execution ${stopped.status}: ${stopped.reason}`);
  must(String(stopped.reason).startsWith('loop'), 'the loop to be the reason');
  const alerts = await scene.api.call('GET', '/alerts', 200, { token });
  must(alerts.body.total === 1, 'one alert, not one after the other');
  await scene.api.call('GET', `/fabric/why-not?event_id=${stopped.event_id}&rule_id=${rule.body.id}`, 200, {
    token,
  });
}
