import { durableListener } from '@patchbay/kernel/events';
import { RuleIntake } from './services/intake/rule-intake.ts';

export const ruleListener = durableListener({
  id: 'automation.rules',
  kind: 'rules',
  deps: { intake: RuleIntake },
  handle: (events, { intake }) => intake.take(events),
});
