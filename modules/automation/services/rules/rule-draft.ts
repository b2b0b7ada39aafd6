import { validationFailed } from '@patchbay/kernel/errors';
import type { Conditions } from '@patchbay/kernel/fabric';
import { mergeSteps, type Step, sameSteps } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { RulePatch } from '../../schemas.ts';
import { type SentConfig, type Trigger, triggerFindings, triggerOf } from '../intake/trigger.ts';
import type { RuleDraft } from './rule-check.ts';
import type { RuleRow } from './rule-view.ts';

type Patch = Static<typeof RulePatch>;

/** A rule as it would be saved. */
export interface MergedRule {
  readonly trigger: Trigger;
  readonly conditions: Conditions | null;
  readonly actions: readonly Step[];
  readonly storedActions: readonly Step[];
  /** A user who sends other actions becomes their author (DECISIONS 28). */
  readonly isRewritten: boolean;
  readonly isTriggerChanged: boolean;
}

/** Merges the sent draft over the stored one; throws where the parts of a trigger do not belong together. */
export function mergeRule(patch: Patch, row: RuleRow | null, stored: readonly Step[]): MergedRule {
  const trigger_type = patch.trigger_type ?? row?.trigger_type ?? 'event';
  const config: SentConfig = patch.trigger_config ?? row?.trigger_config ?? {};
  const details = triggerFindings(trigger_type, config);
  if (details.length > 0)
    throw validationFailed({ details: details.map(({ severity, ...detail }) => detail) });
  const actions =
    patch.actions === undefined ? stored : mergeSteps(patch.actions.map(asStep), stored, 'actions');
  return {
    trigger: triggerOf(trigger_type, config),
    conditions: patch.conditions ?? row?.conditions ?? null,
    actions,
    storedActions: stored,
    isRewritten: !sameSteps(actions, stored),
    isTriggerChanged: patch.trigger_type !== undefined || patch.trigger_config !== undefined,
  };
}

/** Actions that stay, and that the caller does not answer for, are judged anew with another trigger only. */
export const judged = (
  { trigger: { trigger_config }, conditions, actions, isTriggerChanged }: MergedRule,
  answersForActions: boolean,
): RuleDraft => ({
  trigger_config,
  conditions,
  actions: answersForActions || isTriggerChanged ? actions : [],
  isTriggerKept: !(answersForActions || isTriggerChanged),
});

const asStep = ({ action_type, ...step }: NonNullable<Patch['actions']>[number]) => ({
  operation_id: action_type,
  ...step,
});
