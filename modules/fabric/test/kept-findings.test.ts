import { bootPlatform, type Person } from '@patchbay/test/harness';
import { ruleBody } from '@patchbay/test/kit';
import t from 'tap';
import { connect, logs } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';

const MESSAGE = 'the params that were kept do not fit; send others';

t.test('what does not fit of params is told to their author alone', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const admin = await harness.person('org_admin');
  const step = logs('{{trigger.payload.private_name}}');
  const shownTo = async (as: Person, path: string, body: object) => {
    const answer = await harness.call('PATCH', path, { as, body });
    const [detail] = answer.body.error?.details ?? answer.body.findings;
    return detail;
  };
  const actions = [
    { action_type: 'webhook', params: { url: 'https://room.example/x', payload: step.params } },
  ];
  const rule = await harness.created(owner, '/automation/rules', ruleBody({ actions }));
  const connection = await connect(harness, owner, { steps: [step] });
  const cases = [
    [`/fabric/connections/${connection}`, 'steps.0.params', { source_event: 'pretended.happened' }],
    [
      `/automation/rules/${rule}`,
      'actions.0.params',
      { trigger_config: { event_pattern: 'pretended.happened' } },
    ],
  ] as const;
  for (const [path, field, body] of cases)
    for (const query of ['', '?dry_run=true']) {
      t.match(await shownTo(owner, `${path}${query}`, body), { field, message: /private_name/ }, path);
      const told = await shownTo(admin, `${path}${query}`, body);
      t.match(told, { field, message: MESSAGE, type: 'TEMPLATE_UNRESOLVED' }, path);
    }
  const kept = {
    source_event: 'pretended.happened',
    steps: [{ ...step, params: '[redacted]' }, logs('{{none}}')],
  };
  const answer = await harness.call('PATCH', `/fabric/connections/${connection}`, { as: admin, body: kept });
  t.match(answer.body.error.details, [
    { field: 'steps.0.params', message: MESSAGE },
    { field: 'steps.1.params', message: /\{\{none\}\}/ },
  ]);
});
