import { durableListener } from '@patchbay/kernel/events';
import { RULE_INTAKE } from './tokens.ts';

export const ruleListener = durableListener({
  id: 'automation.rules',
  kind: 'rules',
  deps: { intake: RULE_INTAKE },
  handle: (events, { intake }) => intake.take(events),
});
