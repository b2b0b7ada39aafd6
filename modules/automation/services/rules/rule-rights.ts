import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { Step } from '@patchbay/runs';
import { manageRules } from '../../permissions.ts';
import type { RuleCheck } from './rule-check.ts';

/** Rights are asked of actions alone, whatever wakes them. */
const NO_EVENT = { event_pattern: '' };

/** Whether an author lacks the right to write rules, or to one of these actions. */
export const lacksRuleRights =
  (permissions: PermissionMap, check: Pick<RuleCheck, 'missingRights'>) =>
  (author: Principal, actions: readonly Step[]): boolean =>
    !decide(permissions, author, manageRules).allowed ||
    check.missingRights(author, { trigger_config: NO_EVENT, conditions: null, actions }).length > 0;
