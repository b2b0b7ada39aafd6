import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import {
  type DraftCheck,
  type Finding,
  FORBIDDEN,
  fault,
  type Step,
  type TargetCheck,
  warning,
} from '@patchbay/runs';
import type { NamedAction } from '../../contract.ts';
import { isSchedule, patternOf, scheduleFindings, type TriggerConfig } from '../intake/trigger.ts';
import type { ActionIndex } from '../invoking/action-index.ts';

/** The parts of a rule that can be wrong beyond their shape. */
export interface RuleDraft {
  readonly trigger_config: TriggerConfig;
  readonly conditions: Conditions | null;
  readonly actions: readonly Step[];
  /** The trigger stays as another wrote it, so the caller's right to see its events is not checked. */
  readonly isTriggerKept?: boolean;
}

/** Words of Connections' checks, and those of rules. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^source_event$/, 'trigger_config.event_pattern'],
  [/^steps\.(\d+)\.operation_id$/, 'actions.$1.action_type'],
  [/^steps\./, 'actions.'],
];

/** Says everything that would keep a rule from doing its work, before it is saved. */
export class RuleCheck extends Service<{
  drafts: Pick<DraftCheck, 'findings'>;
  actions: Pick<ActionIndex, 'find'>;
  targets: Pick<TargetCheck, 'ofReferences'>;
  clock: Clock;
}> {
  /** Rows named by the actions that the caller does not see, or that are not made for them (DECISIONS 43). */
  async rowFindings(unit: Unit, actions: readonly Step[]): Promise<Finding[]> {
    const found: Finding[] = [];
    for (const [index, { operation_id, params }] of actions.entries()) {
      const action = this.parts.actions.find(operation_id);
      if (action === undefined) continue;
      const own = (await action.look?.(unit, params)) ?? [];
      const field = `actions.${index}`;
      found.push(
        ...(await this.parts.targets.ofReferences(unit, action.params, params, `${field}.params`)),
        ...own.map((finding) => ({ ...finding, field: `${field}.${finding.field}` })),
      );
    }
    return found;
  }

  /** `answersForActions`: whether the author wrote the actions, and so needs the rights to them. */
  findings(author: Principal, draft: RuleDraft, answersForActions = true): Finding[] {
    const { trigger_config, conditions, actions } = draft;
    const judged = { source_event: patternOf(trigger_config), conditions, steps: actions };
    const found = this.parts.drafts
      .findings(author, judged, answersForActions)
      .filter((finding) => !isBesideThePoint(draft, finding))
      .map(inWordsOfRules);
    return [
      ...scheduleFindings(trigger_config, this.parts.clock.now()),
      ...conditionsOnSchedule(draft),
      ...found,
      ...actions.flatMap((_, index) => this.#ownFindings(author, draft, index, answersForActions)),
    ];
  }

  /** Rights to the actions that a principal lacks. */
  missingRights(principal: Principal, draft: RuleDraft): readonly Finding[] {
    return this.findings(principal, draft).filter(
      ({ field, type }) => type === FORBIDDEN && field.startsWith('actions.'),
    );
  }

  #ownFindings(
    author: Principal,
    { trigger_config, actions }: RuleDraft,
    index: number,
    answers: boolean,
  ): readonly Finding[] {
    const [judged, ...before] = actions
      .slice(0, index + 1)
      .map(named)
      .reverse();
    const action = judged && this.parts.actions.find(judged.action_type);
    if (judged === undefined || action === undefined) return [];
    const draft = { ...judged, before: before.reverse(), event_pattern: patternOf(trigger_config) };
    const own = action.check?.(author, draft) ?? [];
    const field = `actions.${index}`;
    const off =
      action.isAvailable?.() === false
        ? [warning(`${field}.action_type`, 'unavailable', 'something it needs is switched off')]
        : [];
    return [
      ...off,
      ...own
        .filter(({ type }) => answers || type !== FORBIDDEN)
        .map((finding) => ({ ...finding, field: `${field}.${finding.field}` })),
    ];
  }
}

const named = ({ operation_id: action_type, params }: Step): NamedAction => ({ action_type, params });

const isBesideThePoint = ({ trigger_config, isTriggerKept }: RuleDraft, { field, type }: Finding): boolean =>
  field === 'source_event' && (isSchedule(trigger_config) || (isTriggerKept === true && type === FORBIDDEN));

/** The moment of a tick has nothing to compare. */
const conditionsOnSchedule = ({ trigger_config, conditions }: RuleDraft): readonly Finding[] =>
  isSchedule(trigger_config) && (conditions?.conditions.length ?? 0) > 0
    ? [fault('conditions', 'not_allowed', 'go with event triggers only')]
    : [];

function inWordsOfRules(finding: Finding): Finding {
  const [pattern, name] = NAMES.find(([known]) => known.test(finding.field)) ?? [/^/, ''];
  const field = finding.field.replace(pattern, name);
  switch (finding.type) {
    case 'unknown_operation':
      return { ...finding, field, type: 'unknown_action', message: 'no such action' };
    case 'plugin_operation':
      return {
        ...finding,
        field,
        type: 'plugin_action',
        message: 'actions of plugins cannot be used in rules',
      };
    default:
      return { ...finding, field };
  }
}
