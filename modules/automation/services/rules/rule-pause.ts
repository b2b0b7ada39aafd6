import type { PauseKind } from '@patchbay/runs';
import { rulePaused } from '../../events.ts';

export const rulePause: PauseKind = {
  owners: 'automation_rules',
  emptied: 'next_fire_at',
  action: 'automation.rules.pause',
  target_type: 'automation_rule',
  publish: (work, { id: rule_id, ...paused }) => work.events.publish(rulePaused, { rule_id, ...paused }),
};
