import t from 'tap';
import { schemaOfAction } from '../../console/editor/action-schema.ts';
import { ruleFindings } from '../../console/editor/local-findings.ts';
import {
  emptyRule,
  fieldsOfRule,
  isRuleChanged,
  type Rule,
  ruleBody,
  ruleFrom,
  rulePatch,
} from '../../console/editor/rule-draft.ts';
import { byRule } from '../../console/home/failures-today.ts';
import { triggerText } from '../../console/rules/trigger-text.ts';

const id = '01a2149b-c3d5-713b-b01a-38fa8a6fbf84';
const stored: Rule = {
  id,
  organization_id: id,
  name: 'Ask for a look at night',
  trigger_type: 'schedule',
  trigger_config: { cron: '30 3 * * 1-5', timezone: 'Europe/Berlin' },
  conditions: null,
  actions: [
    { action_type: 'create_alert', params: { title: 'Look', severity: 'info' }, on_failure: 'stop' },
    {
      action_type: 'notify',
      params: { channels: {} },
      on_failure: 'retry',
      retry: { attempts: 3, delay_seconds: 60, otherwise: 'stop' },
    },
  ],
  max_runs_per_minute: null,
  is_enabled: true,
  shadow: false,
  author_id: id,
  paused_reason: null,
  next_fire_at: null,
  conditions_failed: 0,
  failures_in_a_row: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

t.test('a rule that is loaded and not touched is the same, and has nothing to save', async (t) => {
  const draft = ruleFrom(stored);
  const { name, trigger_type, trigger_config, actions } = stored;
  t.match(ruleBody(draft), { name, trigger_type, trigger_config, actions });
  t.same(rulePatch(draft, ruleFrom(stored)), {});
  t.equal(isRuleChanged(draft, ruleFrom(stored)), false);
});

t.test('of the two kinds of trigger only the chosen one is sent', async (t) => {
  const base = ruleFrom(stored);
  t.same(rulePatch({ ...base, trigger_type: 'event', event_pattern: 'site.*' }, base), {
    trigger_type: 'event',
    trigger_config: { event_pattern: 'site.*' },
  });
  const rows = [{ key: 'c', field: 'a', operator: 'eq' as const, kind: 'text' as const, texts: ['b'] }];
  t.same(
    ruleBody({ ...base, conditions: { logic: 'and', rows } }).conditions?.conditions,
    [],
    'a tick has none',
  );
  t.same(ruleBody({ ...emptyRule('a.b', 'UTC'), trigger_type: 'schedule', timezone: ' ' }).trigger_config, {
    cron: '0 8 * * 1-5',
    timezone: 'UTC',
  });
});

t.test('an operation and a feature bring the schemas of what they take', async (t) => {
  const described = {
    operations: ['fabric.log'],
    operation: (name: string) =>
      name === 'fabric.log' ? { type: 'object', properties: { message: { type: 'string' } } } : undefined,
    payload: (feature: string, verb: string) =>
      feature === 'x' && verb === 'update' ? { type: 'object', properties: { a: {} } } : undefined,
  };
  const operation = {
    action_type: 'fabric.operation',
    params_schema: {
      type: 'object',
      properties: { operation_id: { type: 'string' }, params: { type: 'object' } },
    },
  };
  t.match(schemaOfAction(operation, { operation_id: 'fabric.log' }, described), {
    properties: { operation_id: { enum: ['fabric.log'] }, params: { properties: { message: {} } } },
  });
  t.match(schemaOfAction(operation, {}, described), { properties: { params: { type: 'object' } } });
  const stage = {
    action_type: 'stage_change',
    params_schema: { type: 'object', properties: { payload: {} } },
  };
  t.match(schemaOfAction(stage, { feature: 'x', operation: 'update' }, described), {
    properties: { payload: { properties: { a: {} } }, controller_id: { 'x-refers-to': 'controller' } },
  });
  t.same(schemaOfAction({ action_type: 'notify', params_schema: { type: 'object' } }, {}, described), {
    type: 'object',
  });
  t.equal(schemaOfAction(undefined, {}, described), undefined);
});

t.test('templates that read later actions are found before the platform is asked', async (t) => {
  const retry = { attempts: 3, delay_seconds: 10, otherwise: 'stop' as const };
  const params = { title: '{{steps.0.output}}' };
  const action = { key: 'a', name: 'notify', params, on_failure: 'stop' as const, retry, origin: null };
  const draft = {
    ...emptyRule('site.*', 'UTC'),
    actions: [action],
  };
  const words = { later: (template: string) => template, misplaced: String };
  t.match(ruleFindings(draft, [], words), [{ field: 'actions.0.params', message: '{{steps.0.output}}' }]);
  const said = {
    field: 'actions.0.params',
    type: 'TEMPLATE_UNRESOLVED',
    message: 'x',
    severity: 'error' as const,
  };
  t.same(ruleFindings(draft, [said], words), [said]);
});

t.test('a rule is told in few words', async (t) => {
  t.equal(triggerText(stored), '30 3 * * 1-5 Europe/Berlin');
  t.equal(triggerText({ trigger_type: 'event', trigger_config: { event_pattern: 'site.*' } }), 'site.*');
  t.equal(fieldsOfRule(ruleFrom(stored))['action_1'], 'create_alert {"title":"Look","severity":"info"}');
  t.same(
    byRule([
      { id: '2', rule_id: 'a' },
      { id: '1', rule_id: 'a' },
      { id: '0', rule_id: 'b' },
    ]),
    [
      { rule_id: 'a', executions: 2, newest_id: '2' },
      { rule_id: 'b', executions: 1, newest_id: '0' },
    ],
  );
});
