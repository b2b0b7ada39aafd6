import type { BodyOf, ReplyOf } from '@patchbay/client';
import {
  type ConditionsDraft,
  conditionsBody,
  conditionsFrom,
  conditionText,
  NO_CONDITIONS,
  REDACTED,
  type StepDraft,
  stepBody,
  stepFrom,
} from '@patchbay/console-kit/steps-model';

export type Rule = ReplyOf<'GET', '/automation/rules/{rule_id}'>;
export type RuleBody = BodyOf<'POST', '/automation/rules'>;
export type RulePatch = BodyOf<'PATCH', '/automation/rules/{rule_id}'>;

/** A rule while it is edited; what belongs to the other kind of trigger is kept, and not sent. */
export interface RuleDraft {
  readonly name: string;
  readonly trigger_type: 'event' | 'schedule';
  readonly event_pattern: string;
  readonly cron: string;
  readonly timezone: string;
  readonly conditions: ConditionsDraft;
  readonly actions: readonly StepDraft[];
  readonly max_runs_per_minute: number | null;
  readonly is_enabled: boolean;
  readonly shadow: boolean;
}

export const emptyRule = (event_pattern: string, timezone: string): RuleDraft => ({
  name: '',
  trigger_type: 'event',
  event_pattern,
  cron: '0 8 * * 1-5',
  timezone,
  conditions: NO_CONDITIONS,
  actions: [],
  max_runs_per_minute: null,
  is_enabled: true,
  shadow: false,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function ruleFrom(stored: Rule): RuleDraft {
  const { event_pattern, cron, timezone } = stored.trigger_config;
  return {
    name: stored.name,
    trigger_type: stored.trigger_type,
    event_pattern: textOf(event_pattern),
    cron: textOf(cron),
    timezone: textOf(timezone) || 'UTC',
    conditions: conditionsFrom(stored.conditions),
    actions: stored.actions.map((action, index) => stepFrom(action.action_type, action, index)),
    max_runs_per_minute: stored.max_runs_per_minute,
    is_enabled: stored.is_enabled,
    shadow: stored.shadow,
  };
}

export const ruleBody = (draft: RuleDraft): RuleBody => ({
  name: draft.name.trim(),
  trigger_type: draft.trigger_type,
  trigger_config:
    draft.trigger_type === 'event'
      ? { event_pattern: draft.event_pattern }
      : { cron: draft.cron.trim(), timezone: draft.timezone.trim() || 'UTC' },
  // A tick has nothing to compare.
  conditions: conditionsBody(draft.trigger_type === 'event' ? draft.conditions : NO_CONDITIONS),
  actions: draft.actions.map((action) => ({ action_type: action.name, ...stepBody(action) })),
  max_runs_per_minute: draft.max_runs_per_minute,
  is_enabled: draft.is_enabled,
  shadow: draft.shadow,
});

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Fields that differ from the stored rule; trigger and actions go as a whole. */
export function rulePatch(draft: RuleDraft, base: RuleDraft): RulePatch {
  const [mine, stored] = [ruleBody(draft), ruleBody(base)];
  const isTriggerNew =
    mine.trigger_type !== stored.trigger_type || differ(mine.trigger_config, stored.trigger_config);
  return {
    ...(mine.name === stored.name ? {} : { name: mine.name }),
    ...(isTriggerNew ? { trigger_type: mine.trigger_type, trigger_config: mine.trigger_config } : {}),
    ...(differ(mine.conditions, stored.conditions) && mine.conditions !== undefined
      ? { conditions: mine.conditions }
      : {}),
    ...(differ(mine.actions, stored.actions) ? { actions: mine.actions } : {}),
    ...(draft.max_runs_per_minute === base.max_runs_per_minute
      ? {}
      : { max_runs_per_minute: draft.max_runs_per_minute }),
    ...(draft.is_enabled === base.is_enabled ? {} : { is_enabled: draft.is_enabled }),
    ...(draft.shadow === base.shadow ? {} : { shadow: draft.shadow }),
  };
}

export const isRuleChanged = (draft: RuleDraft, base: RuleDraft): boolean =>
  differ(ruleBody(draft), ruleBody(base));

const actionText = (action: StepDraft | undefined): string | null => {
  if (action === undefined) return null;
  const { params, on_failure, retry } = stepBody(action);
  const policy = on_failure === 'stop' ? '' : ` ${JSON.stringify({ on_failure, retry })}`;
  return `${action.name} ${JSON.stringify(params)}${policy}`;
};

/** The draft as named texts, to show beside another one. */
export function fieldsOfRule(draft: RuleDraft, most = 20): Readonly<Record<string, unknown>> {
  const { name, trigger_type, trigger_config, is_enabled, shadow, max_runs_per_minute } = ruleBody(draft);
  const actions = Array.from(
    { length: most },
    (_, at) => [`action_${at + 1}`, actionText(draft.actions[at])] as const,
  );
  return {
    name,
    trigger_type,
    trigger_config,
    conditions: draft.conditions.rows.map(conditionText).join(` ${draft.conditions.logic} `),
    max_runs_per_minute,
    is_enabled,
    shadow,
    ...Object.fromEntries(actions),
  };
}

/** Actions whose hidden params would be lost, because they do not stand where they stood. */
export const misplacedActions = (actions: readonly StepDraft[]): readonly number[] =>
  actions.flatMap(({ params, origin }, index) => (params === REDACTED && origin !== index ? [index] : []));
