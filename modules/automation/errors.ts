import { defineError } from '@patchbay/kernel/errors';

export const tooManyRules = defineError({
  id: 'automation.too_many_rules',
  kind: 'conflict',
  message: 'An organization holds at most 1,000 rules.',
});
export const actionFailed = defineError({
  id: 'automation.action_failed',
  kind: 'bad_gateway',
  type: 'ACTION_FAILED',
  message: 'The action failed.',
});
export const actionTimedOut = defineError({
  id: 'automation.action_timed_out',
  kind: 'timeout',
  type: 'ACTION_TIMED_OUT',
  message: 'The action did not end within 60 seconds.',
});
export const actionUnavailable = defineError({
  id: 'automation.action_unavailable',
  kind: 'unavailable',
  type: 'ACTION_UNAVAILABLE',
  message: 'No module offers this action now.',
});

export const executionNotEnded = defineError({
  id: 'automation.execution_not_ended',
  kind: 'conflict',
  message: 'The execution has not ended yet.',
});
export const actionsChanged = defineError({
  id: 'automation.actions_changed',
  kind: 'conflict',
  message: 'Earlier actions were changed since; run it from the first.',
});
export const notADeadLetter = defineError({
  id: 'automation.not_a_dead_letter',
  kind: 'conflict',
  message: 'The execution is no dead letter, or was replayed already.',
});
