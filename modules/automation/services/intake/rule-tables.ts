import { exempt } from '@patchbay/kernel/database';
import type { LimitKind, MissTables, RerunKind, TripKind } from '@patchbay/runs';
import { actionsChanged, executionNotEnded, notADeadLetter } from '../../errors.ts';
import { ruleThrottled } from '../../events.ts';
import type { WiredRule } from '../rules/rule-index.ts';

/** Executions of rules that failed one after another, by rule. */
export const RULE_FAILURES = 'automation_failures';

const rates = 'automation_rates';
const table = { runs: 'automation_executions', owner: 'rule_id' };

export const ruleExecutions: RerunKind = {
  ...table,
  more: ['site_id', 'scheduled_for'],
  owners: 'automation_rules',
  plan: 'sealed_actions',
  failures: RULE_FAILURES,
  ownerNoun: 'rule',
  ownerName: 'rule',
  stepNoun: 'action',
  hasModes: false,
  runNotEnded: executionNotEnded,
  stepsChanged: actionsChanged,
  notADeadLetter,
  rerun: 'automation.executions.rerun',
  dismiss: 'automation.dead-letters.dismiss',
  target_type: 'automation_execution',
  claiming: exempt(
    'automation.claim-executions',
    'waiting executions of all organizations are taken in their order',
  ),
  writing: exempt(
    'automation.write-executions',
    'an execution is written by its claim, before its organization is known',
  ),
};

export const forgottenExecutions = {
  kind: ruleExecutions,
  age: 'finished_at',
  forgetting: exempt(
    'automation.forget-executions',
    'old executions of all organizations are forgotten by age and number alone',
  ),
  options: { days: 30, most: 100_000, deadLetterDays: 180 },
} as const;

export const ruleRates: LimitKind<WiredRule> = {
  ...table,
  rates,
  isCounted: () => true,
  isSingle: () => false,
};

export const ruleTrips: TripKind = {
  rates,
  action: 'automation.rules.throttle',
  target_type: 'automation_rule',
  publish: (work, { id: rule_id, ...throttled }, causation) =>
    work.events.publish(ruleThrottled, { rule_id, ...throttled }, { causation }),
};

export const missesOfRules: MissTables = {
  misses: 'automation_misses',
  counters: 'automation_counters',
  owner: 'rule_id',
};
