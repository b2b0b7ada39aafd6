import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

/** An execution ended with a failed action; tests by hand publish none. */
export const executionFailed = defineEvent({
  type: 'automation.execution.failed',
  title: 'Rule execution failed',
  description: 'An action of a rule failed, so its execution did.',
  category: 'automation',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    execution_id: Type.String(),
    rule_id: Type.String(),
    name: Type.String(),
    event_id: NullableText,
    reason: NullableText,
  }),
});

/** A rule stopped listening until another user takes it over (DECISIONS 28). */
export const rulePaused = defineEvent({
  type: 'automation.rule.paused',
  title: 'Rule paused',
  description:
    'A rule was paused: its author can no longer act or lost a right, or 20 of its executions failed in a row.',
  category: 'automation',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    rule_id: Type.String(),
    name: Type.String(),
    author_id: Type.String(),
    reason: Type.String(),
  }),
});

/** More events reach a rule than it may answer; published once until it has been quiet for a minute. */
export const ruleThrottled = defineEvent({
  type: 'automation.rule.throttled',
  title: 'Rule throttled',
  description: 'A rule reached its rate ceiling; events beyond it are not answered.',
  category: 'automation',
  priority: 'high',
  access: { role: 'org_admin' },
  payload: Type.Object({
    rule_id: Type.String(),
    name: Type.String(),
    runs_per_minute: Type.Integer(),
    since: Type.String(),
  }),
});
